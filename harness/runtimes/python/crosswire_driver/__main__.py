"""The process of one search. Started by path: `python -B crosswire_driver FD`; it speaks lines of JSON on that descriptor alone."""

import os
import sys

# Started by path, its own folder stands in front: a subject's `import clock` would get ours.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from crosswire_driver.host import serve  # noqa: E402

del sys.path[0]
serve(int(sys.argv[1]))
