"""What the cache scenarios have in common: how callers use the cache, and what is seen of it at the end."""

import time

from rows import Rows


class Scene:
    def __init__(self, cache):
        self.cache = cache
        self.given = []


def setup(world):
    return Scene(world.variant.Cache(Rows(world.dispatch)))


def perform(scene, op, token, given):
    cache, key = scene.cache, given.get("key")
    if given.get("afterMs", 0) > 0:
        time.sleep(given["afterMs"] / 1000)
    if op == "open":
        return _shown(scene, cache.open(key), token)
    if op == "new":
        return _shown(scene, cache.new_session(key), token)
    if op == "say":
        return cache.say(key, given["text"])
    if op == "flush":
        return cache.flush_all()
    return cache.delete(key)


def _shown(scene, session, token):
    scene.given.append((session, token))
    return {"session": session.id, "messages": list(session.messages)}


def observe(scene):
    cache = scene.cache
    cache.writer.drained()
    live, numbers = list(cache.sessions.values()), {}

    def facts(session):
        return {"key": session.key, "object": numbers.setdefault(id(session), len(numbers) + 1), "live": not session.gone}

    return {
        "sightings": [{**facts(session), "token": token} for session, token in scene.given],
        "table": [facts(session) for session in live],
        "ids": [session.id for session in live],
        "messages": {session.key: list(session.messages) for session in live},
        "rows": cache.rows.all(),
    }
