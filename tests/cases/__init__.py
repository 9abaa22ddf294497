"""Cases of law in YAML, one provision each, run on the oracle and on the product."""
