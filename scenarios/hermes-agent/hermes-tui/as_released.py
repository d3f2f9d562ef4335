"""The gateway as it was released."""

import surroundings

surroundings.install()

from tui_gateway import server, ws  # noqa: E402, F401

surroundings.furnish(server)
