"""The statements as JSON: every line, amounts in reais and masses in kg as plain text."""

from __future__ import annotations

from lastro.render import words
from lastro.render.privacy import masker
from lastro.statement.canonical import Json
from lastro.statement.small import CooperativeStatement, FarmerStatement, Party, SmallStatements


def statements_json(found: SmallStatements, files: dict[str, str], *, unmask: bool = False) -> Json:
    """`files` names the PDF of each CPF and CNPJ; a statement without one was not asked for."""
    farmers = (each for each in found.farmers if each.farmer.identifier in files)
    organisations = (each for each in found.cooperatives if each.organisation.identifier in files)
    data: dict[str, Json] = {
        "assessment": found.digest,
        "end": found.end,
        "farmers": [_farmer(each, files) for each in farmers],
        "organisations": [_cooperative(each, files) for each in organisations],
    }
    return _cleaned(data, unmask=unmask)


def _farmer(found: FarmerStatement, files: dict[str, str]) -> Json:
    income = found.income
    return {
        "file": files[found.farmer.identifier],
        "farmer": _party(found.farmer),
        "buyer": _party(found.buyer),
        "year": found.year,
        "value": _reais(found.centavos),
        "counted": _reais(found.counted),
        "document_until": found.document_until.isoformat() if found.document_until else None,
        "family": list(found.family),
        "areas": [
            {"product": room.product, "crop_year": room.crop_year, "whole": _kg(room.whole), "left": _kg(room.left)}
            for room in found.areas
        ],
        "income": None if income is None else {"whole": _reais(income.whole), "left": _reais(income.left)},
        "sales": [
            {
                "kind": sale.kind,
                "date": sale.day.isoformat(),
                "key": sale.key,
                "item": str(sale.item),
                "product": sale.product,
                "form": sale.form,
                "crop_year": sale.crop_year,
                "through": sale.through,
                "kg": _kg(sale.grams),
                "value": _reais(sale.centavos),
                "counted": _reais(sale.counted),
                "reason": sale.reason,
                "cuts": list(sale.cuts),
                "at_risk": sale.at_risk,
            }
            for sale in found.sales
        ],
    }


def _cooperative(found: CooperativeStatement, files: dict[str, str]) -> Json:
    return {
        "file": files[found.organisation.identifier],
        "organisation": _party(found.organisation),
        "kind": found.kind,
        "buyer": _party(found.buyer),
        "year": found.year,
        "value": _reais(found.centavos),
        "named": _reais(found.named),
        "unnamed": _reais(found.unnamed),
        "counted": _reais(found.counted),
        "deliveries": [
            {
                "date": each.day.isoformat(),
                "key": each.key,
                "item": str(each.item),
                "product": each.product,
                "kg": _kg(each.grams),
                "value": _reais(each.centavos),
                "unnamed": _reais(each.unnamed),
                "counted": _reais(each.counted),
            }
            for each in found.deliveries
        ],
        "origins": [
            {
                "farmer": _party(each.farmer),
                "product": each.product,
                "crop_year": each.crop_year,
                "kg": _kg(each.grams),
                "value": _reais(each.centavos),
                "counted": _reais(each.counted),
                "left": _kg(each.left),
            }
            for each in found.origins
        ],
    }


def _party(of: Party) -> Json:
    return {"identifier": of.identifier, "name": of.name}


def _reais(centavos: int) -> str:
    return words.plain(centavos, "centavos")


def _kg(grams: int | None) -> str | None:
    return None if grams is None else words.plain(grams, "grams")


def _cleaned(data: Json, *, unmask: bool) -> Json:
    """CPFs masked in every text; amounts have a point and are no CPF."""
    clean = masker(unmask=unmask)

    def walk(value: Json) -> Json:
        if isinstance(value, str):
            return clean(value)
        if isinstance(value, list):
            return [walk(item) for item in value]
        if isinstance(value, dict):
            return {name: walk(item) for name, item in value.items()}
        return value

    return walk(data)
