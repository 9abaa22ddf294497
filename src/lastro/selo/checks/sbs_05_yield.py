"""SBS-05: more was bought than the declared area can grow at the official yield (arts. 4 I, 6); the excess is out."""

from lastro.selo.checks.model import LineCheck
from lastro.statement.model import Severity

_CITES = ("portaria-saf-mapa-280-2022 art. 6",)

CHECKS = (
    LineCheck(
        code="SBS-05",
        variant="above_area",
        severity=Severity.BLOCKS,
        cites=_CITES,
        rows="""select kind, line_id, part, yield_cut_centavos as amount, family, crop_year, product,
  whole(yield_room_grams, 1000) as room_kg from weighted_lines where yield_cut_centavos > 0""",
    ),
    LineCheck(
        code="SBS-05",
        variant="no_official_yield",
        severity=Severity.ALERT,
        cites=_CITES,
        rows="""select kind, line_id, part, accepted_centavos as amount, family, crop_year, product
from weighted_lines where yield_family <> '' and yield_room_grams is null""",
    ),
    LineCheck(
        code="SBS-05",
        variant="oil_not_limited",
        severity=Severity.ALERT,
        cites=_CITES,
        rows="""select kind, line_id, part, accepted_centavos as amount, product from weighted_lines
where block = '' and kind = 'purchase' and not is_input and named and coalesce(pressed, false) and yield_family = ''""",
    ),
    LineCheck(
        code="SBS-05",
        variant="no_mature_yield",
        severity=Severity.BLOCKS,
        cites=("portaria-saf-mapa-280-2022 art. 7 § 1",),
        rows="""select kind, line_id, part, centavos as amount, product, contract from weighted_lines
where block = 'SBS-05'""",
    ),
)
