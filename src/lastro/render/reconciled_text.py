"""A difference, a row and its answer in words: what terminal, PDF and JSON say alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from lastro.core.numbers import fixed, half_up, percent
from lastro.law import load
from lastro.render import labels, words
from lastro.render.privacy import masker
from lastro.statement.catalogue import Lang, text
from lastro.statement.causes import Cause
from lastro.statement.model import Finding, LawUsed, ReadingUsed, Source
from lastro.statement.reconciled import (
    DefenceRow,
    Difference,
    Gap,
    Kind,
    LawPoint,
    Outcome,
    Reconciliation,
    RowFact,
    Standing,
)

_SPENDING, _SALES = "dispendios", "vendas"


class Told:
    """The words of one reconciliation in one language."""

    def __init__(self, answer: Reconciliation, lang: Lang, *, unmask: bool) -> None:
        self.answer, self.lang, self.unmask = answer, lang, unmask
        self._clean = masker(unmask=unmask)

    def outcome(self, outcome: Outcome) -> dict[str, str]:
        """The three numbers of an outcome."""
        return {
            "percent": words.percent(percent(outcome.percentage / 100), self.lang),
            "numerator": words.money_of_centavos(outcome.numerator, self.lang),
            "denominator": words.money_of_centavos(outcome.denominator, self.lang),
        }

    def official(self) -> dict[str, str]:
        """What the ministry states of the three, as it prints it."""
        figure, unsaid = self.answer.official, text("defence.not_stated", self.lang)
        stated = figure.percentage
        return {
            "percent": unsaid if stated is None else words.percent(fixed(stated, figure.places), self.lang),
            "numerator": self._money_or(figure.numerator, unsaid),
            "denominator": self._money_or(figure.denominator, unsaid),
        }

    def gap(self, gap: Gap) -> dict[str, str]:
        """A gap, a dash for what the ministry does not state."""
        return {
            "points": words.ABSENT if gap.points is None else words.points(gap.points, self.lang),
            "numerator": self._money_or(gap.numerator, words.ABSENT),
            "denominator": self._money_or(gap.denominator, words.ABSENT),
        }

    def gap_line(self) -> str:
        """The whole gap as a sentence."""
        amounts = (self.answer.gap.numerator, self.answer.gap.denominator)
        name = "reconcile.gap" if any(amount is not None for amount in amounts) else "reconcile.gap_points"
        return text(name, self.lang, self.gap(self.answer.gap))

    def unexplained_line(self, gap: Gap) -> str:
        """What no combination explains, in reais and points."""
        if gap.numerator is not None or gap.denominator is not None or gap.points is None:
            return text("reconcile.unexplained", self.lang, self.gap(gap))
        reais = gap.points / 100 * self.answer.after_given.denominator
        told = self.gap(gap) | {"amount": words.money_of_centavos(half_up(reais), self.lang)}
        return text("reconcile.unexplained_points", self.lang, told)

    def _money_or(self, centavos: int | None, absent: str) -> str:
        return absent if centavos is None else words.money_of_centavos(centavos, self.lang)

    def person(self, identifier: str) -> str:
        return words.person(identifier, unmask=self.unmask) if identifier else words.ABSENT

    def row(self, fact: RowFact) -> str:
        """A row in one line: its note or its place, date, supplier, product and value."""
        key = words.key_groups(self._clean(fact.key))  # in groups no later pass would know it
        told = {
            "key": key,
            "item": str(fact.item or 1),
            "on": words.day(fact.on, self.lang),
            "supplier": self.person(fact.supplier),
            "farmer": self.person(fact.farmer),
            "product": self.product(fact),
            "amount": words.money_of_centavos(fact.centavos, self.lang),
            "file": self._clean(fact.source.file) or fact.table,
            "row": str(fact.source.row or words.ABSENT),
        }
        if fact.table == _SALES:
            return text("reconcile.row_sale", self.lang, told)
        if not fact.key:
            return text("reconcile.row_alone", self.lang, told)
        return text("reconcile.row_note_part" if fact.part else "reconcile.row_note", self.lang, told)

    def product(self, fact: RowFact) -> str:
        return labels.vocabulary("tipo" if fact.table == _SPENDING else "product", fact.product, self.lang)

    def difference(self, difference: Difference) -> str:
        """One difference as a sentence."""
        told = {**difference.subject, "codes": ", ".join(difference.codes) or words.ABSENT}
        if difference.row is not None:
            told["row"] = self.row(difference.row)
        if "centavos" in told:
            told["amount"] = words.money_of_centavos(int(told["centavos"]), self.lang)
            return text("reconcile.kinds.part_out", self.lang, told)
        match difference.kind:
            case Kind.CAUSE_OUT | Kind.CAUSE_IN:
                return self._cause(difference, told)
            case Kind.READING:
                chosen = ReadingUsed(told["key"], told["option"], is_default=False)
                told["answer"] = labels.reading_answer(chosen, self.lang)
            case Kind.REGIME:
                act = load().acts.get(told["regime"])
                told["regime"] = act.name if act else told["regime"]
            case Kind.EXPORT if difference.row is None:
                return text(f"reconcile.kinds.export_{told['which']}", self.lang, told)
            case Kind.ROUNDING:
                return text(f"reconcile.kinds.rounding_{told['step']}", self.lang, told)
        return text(f"reconcile.kinds.{difference.kind}", self.lang, told)

    def _cause(self, difference: Difference, told: dict[str, str]) -> str:
        findings = tuple(
            finding
            for finding in self.answer.statement.findings
            if finding.code == told["code"] and told["variant"] in ("", finding.variant)
        )
        if not told["code"]:
            return text("reconcile.kinds.cause_out_all", self.lang, told)
        if len({finding.variant for finding in findings}) != 1:
            return text(f"reconcile.kinds.{difference.kind}_code", self.lang, told)
        cause = Cause(findings[0].code, findings[0].variant, findings[0].severity, findings)
        told["title"] = labels.cause_title(cause, self.lang)
        return text(f"reconcile.kinds.{difference.kind}", self.lang, told)

    def place(self, source: Source) -> str:
        """Where a row of the ministry stands."""
        told = {"file": source.file, "sheet": source.sheet, "row": str(source.row)}
        return text("defence.official_sheet_row" if source.sheet else "defence.official_row", self.lang, told)

    def groups(self) -> Iterator[tuple[Standing, Sequence[DefenceRow], str]]:
        """The defence by what it answers, each group with its heading."""
        for standing in Standing:
            rows = [row for row in self.answer.defence if row.standing is standing]
            if rows:
                told = {
                    "standing": text(f"defence.standing.{standing}", self.lang),
                    "count": words.number(str(len(rows)), self.lang),
                    "amount": words.money_of_centavos(sum(row.adds for row in rows), self.lang),
                    "points": words.points(sum((row.points for row in rows), Fraction(0)), self.lang),
                }
                yield standing, rows, text("defence.group", self.lang, told)

    def pairs(self, row: DefenceRow) -> Iterator[tuple[str, str]]:
        """The answer to one refusal: names and values."""
        if row.reason:
            yield self._name("reason"), self._clean(row.reason)
        yield from self._documents(row.fact)
        for point in row.law:
            yield self._name("law"), self.law(point)
        yield self._name("computes"), self._computes(row)
        for finding in row.findings:
            yield self._name("finding"), self.finding(finding)

    def _name(self, name: str) -> str:
        return text(f"defence.{name}", self.lang)

    def _documents(self, fact: RowFact) -> Iterator[tuple[str, str]]:
        note = {"file": self._clean(fact.note_file), "hash": fact.note_sha256}
        yield self._name("document"), text("defence.note" if fact.note_sha256 else "defence.no_note", self.lang, note)
        if fact.source.row:
            told = {"file": self._clean(fact.source.file), "row": str(fact.source.row), "hash": fact.row_hash}
            yield self._name("claimed"), text("defence.claimed_row", self.lang, told)
        if fact.document:
            name = "paper" if fact.table == _SPENDING else "farmer_document"
            yield self._name(name), self._clean(fact.document)
        if fact.contract:
            yield self._name("contract"), fact.contract
        if fact.place:
            yield self._name("place"), labels.municipality(fact.place)

    def law(self, point: LawPoint) -> str:
        """A provision, with the legal value, the day of its wording and how well it is known."""
        cites = labels.cites_text(point.cites, self.lang)
        if not point.key:
            return cites
        used = LawUsed(point.key, point.start, "", point.value, point.unit, point.cites, point.evidence)
        told = {
            "cites": cites,
            "label": labels.parameter_label(point.key, self.lang),
            "value": labels.law_value(used, self.lang),
            "start": words.day(point.start, self.lang),
            "evidence": labels.evidence_mark(point.evidence, self.lang),
        }
        return text("defence.law_value", self.lang, told)

    def _computes(self, row: DefenceRow) -> str:
        if row.standing is Standing.ELSEWHERE:
            return text("defence.not_of_year", self.lang)
        if row.standing is Standing.CONCEDED:
            return text("defence.own_production" if row.own_production else "defence.conceded", self.lang)
        told = {
            "accepted": words.money_of_centavos(row.accepted, self.lang),
            "amount": words.money_of_centavos(row.adds, self.lang),
            "points": words.points(row.points, self.lang),
        }
        if row.weight_thousandths is None:
            return text("defence.counts", self.lang, told)
        told["weight"] = words.scaled_integer(row.weight_thousandths, "thousandths", self.lang)
        return text("defence.counts_weight", self.lang, told)

    def finding(self, finding: Finding) -> str:
        """A finding of ours about the row, with its provisions or the decision that justifies it."""
        told = {
            "code": finding.code,
            "message": labels.finding_message(finding, self.lang, unmask=self.unmask),
            "cites": labels.cites_text(finding.cites, self.lang),
            "paper": finding.justified_by,
        }
        return text("defence.justified" if finding.justified_by else "defence.finding_told", self.lang, told)

    def message(self, finding: Finding) -> str:
        """What was not read or matched in the ministry's file."""
        return labels.finding_message(finding, self.lang, unmask=self.unmask)
