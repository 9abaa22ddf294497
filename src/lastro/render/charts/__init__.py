"""Charts as SVG with their text alternatives: the same pictures stand in the PDF and on the web.

`chart_data` reads the lines of a statement, `draw_waterfall`, `draw_shares` and `draw_pace` draw. Geometry is whole
numbers, figures arrive in words from the statement, and no markup carries a style (Content-Security-Policy).
"""

from lastro.render.charts.data import chart_data
from lastro.render.charts.model import (
    Chart,
    ChartData,
    Limit,
    Month,
    Pace,
    Role,
    Share,
    Shares,
    Step,
    Waterfall,
)
from lastro.render.charts.pace import draw_pace
from lastro.render.charts.shares import draw_shares
from lastro.render.charts.waterfall import draw_waterfall

__all__ = [
    "Chart",
    "ChartData",
    "Limit",
    "Month",
    "Pace",
    "Role",
    "Share",
    "Shares",
    "Step",
    "Waterfall",
    "chart_data",
    "draw_pace",
    "draw_shares",
    "draw_waterfall",
]
