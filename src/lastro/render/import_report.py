"""What an import read: per kind how many rows or documents were accepted or not, and every finding."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from lastro.render import labels
from lastro.render.privacy import masker
from lastro.statement.catalogue import Lang, has_text, text
from lastro.statement.causes import Cause, ordered
from lastro.statement.model import Finding, Severity

_NUMBERS = ("read", "accepted", "rejected", "ignored", "duplicate")
_PLACE = {  # by whether the source names a sheet, and a row
    (False, False): "import_report.where",
    (False, True): "import_report.where_row",
    (True, False): "import_report.where_sheet",
    (True, True): "import_report.where_sheet_row",
}
_SHOWN = 3  # rows of one cause on the screen unless all are asked for


class Count(Protocol):
    """What the report needs of an `evidence.ImportCount`."""

    @property
    def kind(self) -> str: ...


def totals(counts: Iterable[Count]) -> dict[str, dict[str, int]]:
    """Per kind the sums of read, accepted, rejected, ignored and duplicate."""
    sums: defaultdict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(_NUMBERS, 0))
    for count in counts:
        for name in _NUMBERS:
            sums[count.kind][name] += getattr(count, name)
    return dict(sorted(sums.items()))


def report_lines(
    counts: Sequence[Count], findings: Sequence[Finding], lang: Lang, *, show_all: bool = False, unmask: bool = False
) -> Iterator[str]:
    """The report for a terminal: a table of counts, then the findings by cause. CPFs are masked, also in file names."""
    yield from map(masker(unmask=unmask), _report(counts, findings, lang, show_all))


def _report(counts: Sequence[Count], findings: Sequence[Finding], lang: Lang, show_all: bool) -> Iterator[str]:
    heads = text("import_report.columns", lang).split("|")
    rows = [[kind or "–", *(str(numbers[name]) for name in _NUMBERS)] for kind, numbers in totals(counts).items()]
    widths = [max(len(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
    yield text("import_report.heading", lang)
    for row in [heads, *rows]:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        yield "  " + "  ".join(cells)
    yield ""
    yield text("import_report.findings" if findings else "import_report.none", lang)
    yield from _causes(findings, lang, show_all)


def _causes(findings: Sequence[Finding], lang: Lang, show_all: bool) -> Iterator[str]:
    """Each cause with its rows and, once, what to do about them."""
    grouped: defaultdict[tuple[str, str, Severity], list[Finding]] = defaultdict(list)
    for finding in ordered(findings):
        grouped[finding.code, finding.variant, finding.severity].append(finding)
    hidden = False
    for (code, variant, severity), rows in sorted(grouped.items()):
        cause = Cause(code, variant, severity, tuple(rows))
        told = {"code": code, "title": labels.cause_title(cause, lang), "count": str(len(rows))}
        yield "  " + text("import_report.cause", lang, told)
        shown = rows if show_all else rows[:_SHOWN]
        hidden = hidden or len(shown) < len(rows)
        for finding in shown:
            yield "    " + _where(finding, lang)
        yield "    " + text("import_report.remedy", lang, {"remedy": labels.cause_remedy(cause, lang)})
    if hidden:
        yield text("import_report.more", lang)


def _where(finding: Finding, lang: Lang) -> str:
    """The place, in the words that the source has, and what is wrong there."""
    message, source = labels.finding_message(finding, lang), finding.source
    if source is None or not source.file or message.startswith(source.file):
        return message
    place = {"file": source.file, "sheet": source.sheet, "row": str(source.row)}
    return text(_PLACE[bool(source.sheet), bool(source.row)], lang, place | {"message": message})


def report_json(counts: Sequence[Count], findings: Sequence[Finding], *, unmask: bool = False) -> str:
    """Counts per kind and file, and every finding with its place, message and remedy in both languages: JSON text."""
    told = json.dumps(_report_tree(counts, findings), ensure_ascii=False, indent=2)
    return masker(unmask=unmask)(told)


def _report_tree(counts: Sequence[Count], findings: Sequence[Finding]) -> dict[str, object]:
    return {
        "totals": {kind: dict(numbers) for kind, numbers in totals(counts).items()},
        "files": [
            {"kind": count.kind, "file": getattr(count, "file", ""), "sheet": getattr(count, "sheet", "")}
            | {name: getattr(count, name) for name in _NUMBERS}
            for count in counts
        ],
        "findings": [_finding(finding) for finding in ordered(findings)],
    }


def _finding(finding: Finding) -> dict[str, object]:
    source = finding.source
    title = f"findings.{finding.code}.{finding.variant}.title"
    return {
        "code": finding.code,
        "variant": finding.variant,
        "severity": str(finding.severity),
        "title": {lang: labels.finding_title(finding, lang) for lang in ("pt", "en")} if has_text(title) else None,
        "file": source.file if source else "",
        "sheet": source.sheet if source else "",
        "row": source.row if source else 0,
        "column": source.column if source else "",
        "subject": {name: labels.argument(name, value, "pt") for name, value in finding.subject.items()},
        "message": {"pt": labels.finding_message(finding, "pt"), "en": labels.finding_message(finding, "en")},
        "remedy": {"pt": labels.finding_remedy(finding, "pt"), "en": labels.finding_remedy(finding, "en")},
    }
