"""What goes over the wire: requests as they are read, answers as they are written (`harness/dispatchers/messages.ts`)."""

import json
import math

#: The name of what cannot be read.
MALFORMED = "malformed request"
#: Half a line of JSON.
GARBAGE = '{"result":'


class Request:
    """One that was read. `problem`: why it cannot be. `given`: its `id`, where it has one, even if that is null."""

    def __init__(self, text):
        self.text = text
        self.tool = self.args = self.seq = self.problem = None
        self.given = {}
        try:
            value = json.loads(text, parse_constant=_refuse, parse_float=_finite)
        except (ValueError, RecursionError) as error:
            self.problem = f"not JSON: {error}"
            return
        if not isinstance(value, dict):
            self.problem = "not a JSON object"
            return
        self.given = {"id": value["id"]} if "id" in value else {}
        self.args, self.seq = value.get("args", {}), value.get("seq")
        tool = value.get("tool")
        if isinstance(tool, str):
            self.tool = tool
        else:
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
    line = _compact({**request.given, **told})
    form = spec.get("answersBy", {}).get(request.tool, spec.get("answers", "json"))
    return _compact(line) if form == "json-in-string" else line


def _compact(value):
    """Half of a pair of surrogates is written as an escape, and what is no number in JSON not at all: as in Node."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "backslashreplace").decode()


def _refuse(name):
    """Python's own words for what JSON has not got."""
    raise ValueError(f"{name} is no value")


def _finite(text):
    """A number that is too large is null, once it is written again."""
    number = float(text)
    return number if math.isfinite(number) else None
