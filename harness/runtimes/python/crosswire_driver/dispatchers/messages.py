"""What goes over the wire: requests as they are read, answers as they are written (`harness/dispatchers/messages.ts`)."""

import json

#: The name of what cannot be read.
MALFORMED = "malformed request"
#: Half a line of JSON.
GARBAGE = '{"result":'


class Request:
    """One that was read. `problem`: why it cannot be."""

    def __init__(self, text):
        self.text = text
        self.tool = self.args = self.id = self.seq = self.problem = None
        try:
            value = json.loads(text)
        except ValueError as error:
            self.problem = f"not JSON: {error}"
            return
        if not isinstance(value, dict):
            self.problem = "not a JSON object"
            return
        self.id, self.seq = value.get("id"), value.get("seq")
        self.tool, self.args = value.get("tool"), value.get("args", {})
        if not isinstance(self.tool, str):
            self.problem = "no tool is named"

    @property
    def op(self):
        return MALFORMED if self.problem else self.tool

    @property
    def input(self):
        return self.text if self.problem else self.args


def printed(answer, request, spec):
    """One line of JSON, with the id of its request; inside a JSON string where the spec says so."""
    told = {"result": answer["output"]} if "output" in answer else {"error": {"message": answer["error"]}}
    line = _compact(told if request.id is None else {"id": request.id, **told})
    form = spec.get("answersBy", {}).get(request.tool, spec.get("answers", "json"))
    return _compact(line) if form == "json-in-string" else line


def _compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
