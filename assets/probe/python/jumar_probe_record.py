import json
import os

OUT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "out")


class Record(object):
    """A file of facts, one JSON object a line, each on disk when the call returns."""

    def __init__(self, runner):
        name = "%s-%d.ndjson" % (runner, os.getpid())
        self.pid = os.getpid()
        self.file = os.open(os.path.join(OUT, name), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self.write(ev="begin", runner=runner, pid=self.pid, cwd=os.getcwd())

    def write(self, **fact):
        # A child that a test forked must not speak for its parent.
        if self.pid != os.getpid():
            return
        try:
            line = json.dumps(fact, separators=(",", ":"))
            os.write(self.file, (line + "\n").encode("utf-8", "replace"))
        except Exception:
            pass
