"""The same, with a cache that has been in use for a while: what was said last is unsaved."""

import scene
from scene import observe, perform

BACKLOG = (
    ("home", "good morning"),
    ("home", "anybody there?"),
    ("work", "this one"),
    ("work", "and that one"),
    ("work", "by tonight"),
    ("away", "back on Monday"),
)

__all__ = ["observe", "perform", "setup"]


def setup(world):
    opened = scene.setup(world)
    for key, text in BACKLOG:
        opened.cache.say(key, text)
    return opened
