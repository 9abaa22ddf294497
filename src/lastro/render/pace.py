"""The pace of a year as lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from lastro.core.numbers import fixed, fraction_text, percent
from lastro.law import load
from lastro.render import labels, words
from lastro.statement.catalogue import Lang, text
from lastro.statement.pace import Need, Pace, Window

SIGNED_BEFORE = "decreto-10527-2020 art. 3 § 2 II"


def pace_lines(pace: Pace, lang: Lang) -> Iterator[str]:
    """Where the year stands, what is missing a month, and by when to sign what."""
    yield text("pace.title", lang, _heading(pace, lang))
    yield from _so_far(pace, lang)
    yield _sales(pace, lang)
    yield from _minimum(pace, lang)
    if len(pace.needs) > 1:
        yield from (_tried(need, pace, lang) for need in pace.needs)
    else:
        for need in pace.needs:
            yield from _need(need, pace, lang)
    yield ""
    yield text("pace.windows" if pace.windows else "pace.no_windows", lang)
    yield from _windows(pace.windows, lang)


def _heading(pace: Pace, lang: Lang) -> dict[str, str]:
    act = load().acts.get(pace.regime)
    return {
        "year": str(pace.year),
        "day": words.day(pace.on.isoformat(), lang),
        "subject": pace.subject["unit_name"] or pace.subject["unit_cnpj"],
        "regime": act.name if act else pace.regime,
    }


def _so_far(pace: Pace, lang: Lang) -> Iterator[str]:
    if pace.percentage is None:
        yield text("pace.not_measured", lang)
        return
    after = pace.percentage_after_risk
    told = {
        "percent": _percent(pace.percentage, lang),
        "after": words.ABSENT if after is None else _percent(after, lang),
    }
    yield text("pace.so_far", lang, told)
    amounts = {"weighted": pace.numerator, "spent": pace.spent, "sales": pace.sales}
    yield text("pace.amounts", lang, {name: _money(amount, lang) for name, amount in amounts.items()})


def _sales(pace: Pace, lang: Lang) -> str:
    if pace.expected_sales is None:
        return text("pace.sales_unknown", lang)
    told = {"sales": _money(pace.expected_sales, lang), "months": _months(pace.elapsed, lang)}
    return text(f"pace.sales_{pace.expected_source}", lang, told)


def _minimum(pace: Pace, lang: Lang) -> Iterator[str]:
    if pace.minimum is None:
        yield text("pace.minimum_unknown", lang)
    else:
        mark = labels.vocabulary("evidence", pace.minimum_evidence, lang) if pace.minimum_evidence else ""
        yield text(
            f"pace.minimum_{pace.minimum_source}", lang, {"percent": _percent(pace.minimum, lang), "evidence": mark}
        )
    if pace.margin:
        yield text("pace.margin", lang, {"points": words.points(pace.margin, lang)})


def _tried(need: Need, pace: Pace, lang: Lang) -> str:
    """One of several percentages that are tried, in a line."""
    told = {
        "percent": _percent(need.minimum + pace.margin, lang),
        "missing": _money(need.missing, lang),
        "monthly": words.ABSENT if need.per_month is None else _money(need.per_month, lang),
    }
    return text("pace.tried", lang, told)


def _need(need: Need, pace: Pace, lang: Lang) -> Iterator[str]:
    told = {
        "percent": _percent(need.minimum + pace.margin, lang),
        "target": _money(need.target, lang),
        "missing": _money(need.missing, lang),
    }
    yield text("pace.missing" if need.missing else "pace.reached", lang, told)
    if not need.missing:
        return
    if need.per_month is None:
        yield text("pace.no_time", lang)
        return
    months = _months(pace.left, lang)
    yield text("pace.per_month", lang, {"months": months, "monthly": _money(need.per_month, lang)})
    if need.spent_per_month is not None and pace.mean_weight is not None:
        weight = words.number(fixed(pace.mean_weight, 2), lang)
        yield text("pace.spent_per_month", lang, {"spent": _money(need.spent_per_month, lang), "weight": weight})


def _windows(windows: Sequence[Window], lang: Lang) -> Iterator[str]:
    """One line a crop, the crops without a calendar together, and under them what the dates rest on."""
    for window in windows:
        yield from _window(window, lang)
    unknown = [_crop(window, lang) for window in windows if window.state == "unknown"]
    if unknown:
        yield text("pace.unknown", lang, {"crops": ", ".join(unknown)})
    if any(window.sign_by_is == "delivery" for window in windows):
        yield text("pace.by_delivery", lang, {"cite": labels.cite_text(SIGNED_BEFORE, lang)})
    for mark in sorted({window.evidence for window in windows if window.source == "shipped"}):
        yield text("pace.shipped", lang, {"evidence": labels.vocabulary("evidence", mark, lang)})


def _window(window: Window, lang: Lang) -> Iterator[str]:
    days = {"first": window.first, "last": window.last, "sign_by": window.sign_by}
    told = {name: words.day(day.isoformat(), lang) if day else words.ABSENT for name, day in days.items()}
    told["crop"] = _crop(window, lang)
    if window.state in ("open", "later"):
        yield text(f"pace.{window.state}_{window.source}", lang, told)
    elif window.state != "unknown":
        yield text(f"pace.{window.state}", lang, told)
    if window.told:
        yield text("pace.source", lang, {"told": window.told})


def _crop(window: Window, lang: Lang) -> str:
    return " ".join(filter(None, (labels.vocabulary("product", window.product, lang), window.crop_year, window.place)))


def _percent(value: Fraction, lang: Lang) -> str:
    return words.percent(percent(value / 100), lang)


def _money(reais: Fraction, lang: Lang) -> str:
    return words.money(fixed(reais, 2), lang)


def _months(months: Fraction, lang: Lang) -> str:
    return words.number(fixed(months, 2), lang)


def pace_json(pace: Pace) -> dict[str, object]:
    """The same with exact values: reais and percent as text, None where nothing can be measured."""
    return {
        "subject": dict(pace.subject),
        "year": str(pace.year),
        "on": pace.on.isoformat(),
        "regime": pace.regime,
        "percentage": _exact(pace.percentage, 4),
        "percentage_after_risk": _exact(pace.percentage_after_risk, 4),
        "numerator": _exact(pace.numerator, 2),
        "spent": _exact(pace.spent, 2),
        "sales": _exact(pace.sales, 2),
        "mean_weight": _exact(pace.mean_weight, 4),
        "expected_sales": _exact(pace.expected_sales, 2),
        "expected_source": pace.expected_source,
        "months_elapsed": _exact(pace.elapsed, 4),
        "months_left": _exact(pace.left, 4),
        "minimum": _exact(pace.minimum, 4),
        "minimum_source": pace.minimum_source,
        "minimum_evidence": pace.minimum_evidence,
        "margin": _exact(pace.margin, 4),
        "needs": [_need_json(need) for need in pace.needs],
        "windows": [_window_json(window) for window in pace.windows],
    }


def _exact(value: Fraction | None, places: int) -> dict[str, str] | None:
    return None if value is None else {"value": fixed(value, places), "exact": fraction_text(value)}


def _need_json(need: Need) -> dict[str, object]:
    return {
        "minimum": _exact(need.minimum, 4),
        "target": _exact(need.target, 2),
        "missing": _exact(need.missing, 2),
        "per_month": _exact(need.per_month, 2),
        "spent_per_month": _exact(need.spent_per_month, 2),
    }


def _window_json(window: Window) -> dict[str, object]:
    return {name: str(value) if value is not None else None for name, value in vars(window).items()}
