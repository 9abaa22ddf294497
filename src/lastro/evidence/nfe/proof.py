"""An optional proof: the note has not been changed since its digest was written (DigestValue of the signature).

The digest is SHA-1 over the canonical `infNFe`, as the layout prescribes. It proves "unchanged", not "authorised": the
certificate is not checked, and only the tax authority's own service can confirm an authorisation.
"""

from __future__ import annotations

import base64
import hashlib
from copy import deepcopy

from lxml import etree

from lastro.evidence.nfe.elements import SIGNATURE_NAMESPACE, tag
from lastro.evidence.nfe.xml import parse_document

_DIGEST = f"{{{SIGNATURE_NAMESPACE}}}DigestValue"


def unchanged_since_signed(data: bytes) -> bool | None:
    """Whether the note of an `nfeProc` or `NFe` document is what was signed; None without note or signature.

    A file that was indented after signing fails although nothing else changed. Raises Refused as reading it does.
    """
    root = parse_document(data)
    note = next(root.iter(tag("infNFe")), None)
    digest = next(root.iter(_DIGEST), None)
    if note is None or digest is None or not digest.text:
        return None
    alone = deepcopy(note)  # canonicalising it in place would inherit what stands around it
    alone.tail = None
    canonical = etree.tostring(alone, method="c14n")
    return base64.b64encode(hashlib.sha1(canonical, usedforsecurity=False).digest()).decode() == digest.text.strip()
