"""The driver as the suite uses it: installed before any program is imported, and asked for one execution at a time."""

import os
import sys
from collections import Counter

sys.path[:0] = [sys.argv[1]]

from crosswire_driver import batons, clock, descriptors, entropy, files, scheduler, threads  # noqa: E402
from crosswire_driver.execution import execute  # noqa: E402
from crosswire_driver.instrument import importer  # noqa: E402

WITHOUT = tuple(sys.argv[2:])
threads.install()
clock.install()
entropy.install()
descriptors.install()
files.install()
batons.pin_to_one_core(WITHOUT)
importer.install(importer.Chosen([__file__.rpartition("/")[0]]))

CALM = {"seed": 0, "deviations": [], "pick": "first"}
LIMITS = {"steps": 20_000, "virtualMs": 86_400_000}
#: Of each program that is right: more on one version than on the others.
RIGHT_SEEDS = int(os.environ.get("SEEDS", "20"))
hashes = {}


def walk(seed, stay=0):
    return {"seed": seed, "deviations": [], "pick": "uniform", "stay": stay}


def by_priority(seed):
    return {"seed": seed, "deviations": [], "pick": "priority", "over": "option", "changeAt": [], "redrawOnClash": True}


def run(body, policy, record=False):
    """Its facts. Afterwards nothing of it is left in this process."""
    execution, clean = execute(body, policy=policy, limits=LIMITS, record=record, without=WITHOUT)
    assert clean, "a thread did not end"
    return execution


def ends(body, seeds=100, name=None):
    """How `body` ends, by seed of a random walk."""
    run(body, CALM)
    executions = [run(body, walk(seed)) for seed in range(seeds)]
    hashes[name or body.__name__] = [execution["traceHash"] for execution in executions]
    return Counter(execution["end"]["kind"] for execution in executions)


def kept_alive_by(execution):
    return [left for left in execution["leftovers"] if left["referenced"]]


def expect(condition):
    if not condition:
        raise AssertionError
