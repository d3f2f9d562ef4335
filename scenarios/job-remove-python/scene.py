"""How callers use the store of jobs, and what lies in its folder at the end."""

import json
import os
import time

JOBS = ("job-1", "job-2")


class Scene:
    def __init__(self, jobs, folder):
        self.jobs = jobs
        self.folder = folder
        self.worked = []


def setup(world):
    folder = world.dir
    with open(os.path.join(folder, "jobs.json"), "w") as file:
        json.dump({job: 0 for job in JOBS}, file)
    for job in JOBS:
        os.makedirs(os.path.join(folder, "output", job))
    os.mkdir(os.path.join(folder, "keep"))
    with open(os.path.join(folder, "keep", "notes.txt"), "w") as file:
        file.write("not a job")
    return Scene(world.variant.JobStore(folder), folder)


def perform(scene, op, token, given):
    if op == "remove":
        return scene.jobs.remove(given["id"])

    def work():
        scene.worked.append(token)
        time.sleep(given["takesMs"] / 1000)
        return token

    return scene.jobs.run(given["id"], work)


def observe(scene):
    output = os.path.join(scene.folder, "output")
    folders = sorted(os.listdir(output))
    return {
        "entries": scene.jobs.list(),
        "folders": folders,
        "prints": [_text(output, job, name) for job in folders for name in sorted(os.listdir(os.path.join(output, job)))],
        "worked": list(scene.worked),
        "outside": os.path.exists(os.path.join(scene.folder, "keep", "notes.txt")),
    }


def _text(*parts):
    with open(os.path.join(*parts)) as file:
        return file.read()
