"""Cases of the regimes before 2022."""
