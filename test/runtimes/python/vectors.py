"""Follows every committed case; prints what differs from the committed answers as JSON, and how much was compared."""

import json
import sys

sys.path.insert(0, sys.argv[1])

from crosswire_driver.draws import below, hash_text, mix  # noqa: E402
from crosswire_driver.interpreter import Interpreter  # noqa: E402


class Option:
    def __init__(self, key, hash, actor, lane, access):
        self.key, self.hash, self.actor, self.lane = key, hash, actor, lane
        self.access = None if access is None else (access["on"], access["write"])


def answers_of(case):
    interpreter = Interpreter(case["policy"])
    options = [Option(**option) for option in case["options"]]
    points = case["points"]
    answers = [
        interpreter.decide(kind, key, step, [options[index] for index in indices], running)
        for kind, key, step, indices, running, _ in points
    ]
    places = {id(change): place for place, change in enumerate(case["policy"]["deviations"])}
    return {"answers": answers, "unmet": [places[id(change)] for change in interpreter.unmet()]}


with open(sys.argv[2], encoding="utf-8") as file:
    vectors = json.load(file)
numbers = [
    [name, *args]
    for name, compute in (("mix", mix), ("hashText", hash_text), ("below", below))
    for *args, expected in vectors[name]
    if compute(*args) != expected
]
cases = [
    number
    for number, case in enumerate(vectors["cases"])
    if answers_of(case) != {"answers": [point[5] for point in case["points"]], "unmet": case["unmet"]}
]
choices = sum(len(case["points"]) for case in vectors["cases"])
print(json.dumps({"python": list(sys.version_info[:2]), "choices": choices, "numbers": numbers, "cases": cases}))
