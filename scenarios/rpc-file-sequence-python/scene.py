"""How callers use the client of a tool dispatcher, and what they leave in the folder."""

import os


class Scene:
    def __init__(self, client, folder):
        self.client = client
        self.folder = folder


def setup(world):
    client = world.variant
    client.connect(world.address)
    return Scene(client, world.address)


def perform(scene, op, token, args):
    return scene.client.call(op, args)


def observe(scene):
    """Answers that nobody has taken away, and requests that nobody has finished writing."""
    return {"left": [name for name in sorted(os.listdir(scene.folder)) if name.startswith("res_") or name.endswith(".tmp")]}
