"""Methods of the client for labels, a person's feedback on verdicts.

Written by `npm run sdk:types` from _async/label_calls.py: do not edit.
"""

from __future__ import annotations

from urllib.parse import quote

from gaffe_sdk import api
from gaffe_sdk._sync.transport import Transport
from gaffe_sdk.api import Label, LabelValue
from gaffe_sdk.request_body import without_none


class LabelCalls:
    """Methods for labels, from which the accuracy of checks is measured."""

    _http: Transport

    def label_verdict(
        self, datapoint_id: str, check: str, label: LabelValue, note: str | None = None
    ) -> Label:
        """Stores the correct verdict of a check on a datapoint; the newest label counts."""
        body: api.LabelRequest = {
            "datapointId": datapoint_id,
            "check": check,
            "label": label,
            "note": note,
        }
        return self._http.post("/verdicts/labels", without_none(body), Label)

    def get_labels(
        self, *, check: str | None = None, datapoint_id: str | None = None
    ) -> list[Label]:
        """Returns labels, newest first: all, or only those of a check or a datapoint."""
        params = {"check": check, "datapointId": datapoint_id}
        return self._http.whole_list("/verdicts/labels", Label, params)

    def delete_label(self, check: str, datapoint_id: str) -> None:
        """Removes a label."""
        path = f"/verdicts/labels/{quote(check, safe='')}/{quote(datapoint_id, safe='')}"
        self._http.delete(path)
