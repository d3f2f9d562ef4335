"""How callers use the client of a tool dispatcher."""

import os


def setup(world):
    client = world.variant
    client.connect(world.address, log=os.path.join(world.dir, "calls.log"))
    return client


def perform(client, op, token, args):
    return client.call(op, args)


def teardown(client):
    client.close()
