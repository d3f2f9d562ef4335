"""How clients use the gateway: they come with a connection, open chats, ask, leave, come back, and close what they do not need."""

import time

from house import House

#: Longer than a grace time and all that may take long one after the other.
_SETTLES_S = 600


def setup(world):
    house = House(world)
    house.begin()
    first = house.client("first")
    # The first ends with its connection, which later versions know; the other one waits for whoever comes back.
    house.chats = {"one": first.create("one", closes=True), "two": first.create("two")}
    return house


def perform(house, op, token, given):
    chat, after_s = given.get("chat"), given.get("afterS", 0)
    if after_s > 0:
        time.sleep(after_s)
    return getattr(house, f"do_{op}")(token, **({} if chat is None else {"chat": chat}))


def observe(house):
    # Timers of the gateway are daemons: what they still do is waited for.
    time.sleep(_SETTLES_S)
    return house.seen()
