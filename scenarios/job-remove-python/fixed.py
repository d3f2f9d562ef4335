"""A store of jobs: a file says which there are and how often each has run; what the runs print lies in a folder for each job."""

import json
import os
import shutil
import threading


class JobStore:
    def __init__(self, folder):
        self._index = os.path.join(folder, "jobs.json")
        self._output = os.path.join(folder, "output")
        self._index_lock = threading.Lock()
        self._job_lock = threading.Lock()

    def list(self):
        with open(self._index) as file:
            return list(json.load(file))

    def run(self, job, work):
        """Runs a job once; what `work` prints is kept. Raises where there is no such job, or none any more."""
        if job not in self.list():
            raise KeyError(f"no job {job}")
        prints = work()
        # Removed meanwhile: then so is what it has printed.
        with self._job_lock:
            self._keep(job, prints)

    def remove(self, job):
        """Removes a job and what its runs have printed; says whether there was one."""
        with self._job_lock:
            if self._edit(job, "strike") is None:
                return False
            shutil.rmtree(self._folder_of(job), ignore_errors=True)
            return True

    def _folder_of(self, job):
        return os.path.join(self._output, job)

    def _keep(self, job, prints):
        runs = self._edit(job, "count")
        if runs is None:
            raise KeyError(f"no job {job}")
        os.makedirs(self._folder_of(job), exist_ok=True)
        with open(os.path.join(self._folder_of(job), f"{runs + 1}.txt"), "w") as file:
            file.write(prints)

    def _edit(self, job, how):
        """Counts a run of a job, or strikes the job out; says how often it has run, and None where there is no such job."""
        with self._index_lock:
            with open(self._index) as file:
                jobs = json.load(file)
            if job not in jobs:
                return None
            runs = jobs.pop(job)
            if how == "count":
                jobs[job] = runs + 1
            with open(f"{self._index}.tmp", "w") as file:
                json.dump(jobs, file)
            os.replace(f"{self._index}.tmp", self._index)
            return runs
