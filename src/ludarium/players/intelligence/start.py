"""Runs a script that was written for an earlier framework: `python3 start.py PATH/TO/NameIntelligence.py`.

The script finds our `AICore` beside this file, and gets one argument, where its source had the name of a pipe.
Imports nothing of Ludarium: it runs in the script's own process, which may be closed off.
"""

import os
import runpy
import sys

if __name__ == "__main__":
    script = os.path.abspath(sys.argv[1])
    # Ours before a copy that lies beside the script, as it had to in its source.
    sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.dirname(script)]
    sys.argv = [script, "standard input and output"]
    # What a script prints is for people; the dialogue has the output for itself.
    sys.ludarium_output, sys.stdout = sys.stdout, sys.stderr  # type: ignore[attr-defined]
    said = runpy.run_path(script, run_name="__main__")
    # Some scripts only define their class, and leave it to the framework to run it.
    base = sys.modules["AICore"].AIBase if "AICore" in sys.modules else None
    if base is None or not base.started:
        classes = {one for one in said.values() if isinstance(one, type) and base and issubclass(one, base)} - {base}
        named = [one for one in classes if not any(one in other.__mro__[1:] for other in classes)]
        if len(named) != 1:
            sys.exit(f"{os.path.basename(script)} has {len(named)} classes that inherit AIBase of AICore: expected one")
        named[0]().run(sys.argv[1])
