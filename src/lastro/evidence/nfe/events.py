"""Events, statuses and summaries to rows: whatever says something about a note without being one.

A request proves nothing; an answer with cStat 135, 136 or 155 registers the event. 128 (batch processed) says nothing
of the event, and 573 (duplicate) is no registration by itself. Rows of one event from several documents meet in the
fold, so a request and its answer may arrive apart.
"""

from __future__ import annotations

from datetime import date

from lastro.evidence.nfe.elements import Element, local_name, namespace, tag, tags, values
from lastro.evidence.nfe.note import Place, protocol_values
from lastro.evidence.nfe.numbers import FieldFault, local_date, scaled_text
from lastro.evidence.nfe.rows import Row, Rows

REGISTERED = frozenset({"135", "136", "155"})
CANCELLATION = "110111"
_OLD_CANCELLATION = frozenset({"101", "151", "155"})
_SUMMARY_STATUS = {"1": "100", "2": "110", "3": "101"}  # cSitNFe as the protocol status of the same meaning

_EVENT_INF, _CANCEL_INF, _DETAIL = tag("infEvento"), tag("infCanc"), tag("detEvento")
_EVENT_FIELDS = tags("chNFe tpAmb tpEvento nSeqEvento dhEvento CPF CNPJ")
_ANSWER_FIELDS = tags("chNFe tpAmb tpEvento nSeqEvento dhRegEvento cStat nProt")
_DETAIL_FIELDS = tags("tpEventoAut nProtEvento xCorrecao xJust")
_CANCEL_FIELDS = tags("chNFe tpAmb cStat dhRecbto nProt")
_STATUS_FIELDS = tags("chNFe tpAmb cStat dhRecbto")
_SUMMARY_FIELDS = tags("chNFe cSitNFe dhRecbto nProt digVal")
_EVENT_SUMMARY_FIELDS = tags("chNFe tpEvento nSeqEvento dhRecbto nProt CPF CNPJ")
_PROTOCOL_ENVIRONMENT = tags("tpAmb")
_INF_PROTOCOL, _PROTOCOL = tag("infProt"), tag("protNFe")
TEXT = 300  # characters of a correction or justification that are kept


def read_events(rows: Rows, root: Element, place: Place, position: int = 0) -> int:
    """Append a row for each event that `root` holds, requests and answers; the number of rows.

    Raises FieldFault, before anything is appended, when one is unreadable.
    """
    found: list[Row] = []
    requests = [inf for inf in root.iter(_EVENT_INF) if local_name_of_parent(inf) != "retEvento"]
    only = values(requests[0], _EVENT_FIELDS) if len(requests) == 1 else None
    for inf in root.iter(_EVENT_INF):
        answer = local_name_of_parent(inf) == "retEvento"
        row = (
            _answer(inf, only, rows.file, place, position + len(found))
            if answer
            else _request(inf, rows.file, place, position + len(found))
        )
        if row is not None:
            found.append(row)
    for inf in root.iter(_CANCEL_INF):
        row = _old_cancellation(inf, rows.file, place, position + len(found))
        if row is not None:
            found.append(row)
    rows.events += found
    return len(found)


def local_name_of_parent(element: Element) -> str:
    """The local name of the parent, "" at the root."""
    parent = element.getparent()
    return "" if parent is None else local_name(parent)


def _row(
    key: str, kind: str, event_type: str, sequence: str, status: str, environment: str, moment: str, protocol: str,
    proven: bool, detail: tuple[str, str, str, str, str], place: Place, file: str, position: int,
) -> Row:  # fmt: skip
    undoes_type, undoes_protocol, author, digest, text = detail
    number = scaled_text(sequence, 0, "nSeqEvento") if sequence else 1
    return (
        key, kind, event_type, number, status, environment, _day(moment), moment, protocol, proven, undoes_type,
        undoes_protocol, author, digest, text[:TEXT], place.root, file, place.member, position,
    )  # fmt: skip


def _day(moment: str) -> date | None:
    return local_date(moment, "dhEvento") if moment else None


def _request(inf: Element, file: str, place: Place, position: int) -> Row | None:
    key, environment, event_type, sequence, moment, cpf, cnpj = values(inf, _EVENT_FIELDS)
    if not key:
        return None
    if not event_type:
        raise FieldFault("missing", "tpEvento")
    undoes_type, undoes_protocol, correction, reason = values(inf.find(_DETAIL), _DETAIL_FIELDS)
    detail = undoes_type, undoes_protocol, cpf or cnpj, "", correction or reason
    return _row(key, "event", event_type, sequence, "", environment, moment, "", False, detail, place, file, position)


def _answer(inf: Element, request: list[str] | None, file: str, place: Place, position: int) -> Row | None:
    """An answer may leave out what its only request says."""
    key, environment, event_type, sequence, moment, status, protocol = values(inf, _ANSWER_FIELDS)
    if request is not None:
        key, environment = key or request[0], environment or request[1]
        event_type, sequence = event_type or request[2], sequence or request[3]
    if not key or not event_type:
        return None
    detail = "", "", "", "", ""
    proven = status in REGISTERED
    return _row(
        key, "event", event_type, sequence, status, environment, moment, protocol, proven, detail, place, file, position
    )


def _old_cancellation(inf: Element, file: str, place: Place, position: int) -> Row | None:
    """`cancNFe` and `retCancNFe` of layouts 1.10 and 2.00, before cancellation became an event."""
    key, environment, status, moment, protocol = values(inf, _CANCEL_FIELDS)
    if not key:
        return None
    proven = status in _OLD_CANCELLATION
    detail = "", "", "", "", ""
    return _row(
        key, "event", CANCELLATION, "1", status, environment, moment, protocol, proven, detail, place, file, position
    )


def read_statuses(rows: Rows, root: Element, place: Place) -> int:
    """Append the statuses and events that an answer holds; the number of rows. A lone `protNFe` is such an answer."""
    found: list[Row] = []
    key, environment, status, moment = values(root, _STATUS_FIELDS)
    if key and status:
        detail = "", "", "", "", ""
        found.append(_row(key, "protocol", "", "0", status, environment, moment, "", True, detail, place, rows.file, 0))
    for protocol in root.iter(_PROTOCOL):
        key, status, moment, number, digest = protocol_values(protocol)
        if key and status:
            environment = values(protocol.find(_INF_PROTOCOL), _PROTOCOL_ENVIRONMENT)[0]
            detail = "", "", "", digest, ""
            found.append(
                _row(
                    key,
                    "protocol",
                    "",
                    "0",
                    status,
                    environment,
                    moment,
                    number,
                    True,
                    detail,
                    place,
                    rows.file,
                    len(found),
                )
            )
    events = read_events(rows, root, place, len(found))
    rows.events += found
    return len(found) + events


def read_note_summary(rows: Rows, root: Element, place: Place) -> int:
    """Append the status that a `resNFe` tells. It has no items and is never a note."""
    key, situation, moment, number, digest = values(root, _SUMMARY_FIELDS)
    status = _SUMMARY_STATUS.get(situation, "")
    if not key:
        raise FieldFault("missing", "chNFe")
    detail = "", "", "", digest, ""
    rows.events.append(_row(key, "summary", "", "0", status, "1", moment, number, True, detail, place, rows.file, 0))
    return 1


def read_event_summary(rows: Rows, root: Element, place: Place) -> int:
    """Append the event that a `resEvento` tells: only registered events are distributed."""
    key, event_type, sequence, moment, number, cpf, cnpj = values(root, _EVENT_SUMMARY_FIELDS)
    if not key or not event_type:
        raise FieldFault("missing", "chNFe")
    detail = "", "", cpf or cnpj, "", ""
    rows.events.append(
        _row(key, "event", event_type, sequence, "135", "1", moment, number, True, detail, place, rows.file, 0)
    )
    return 1


def is_foreign(root: Element) -> bool:
    """Whether the document is of another family (CT-e, MDF-e, NFS-e …), told by its namespace."""
    space = namespace(root).lower()
    return "portalfiscal.inf.br" in space and not space.rstrip("/").endswith("/nfe")
