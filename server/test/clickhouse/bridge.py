"""ClickHouse's HTTP interface over the engine of chdb: one process for all tests of a run.

Usage: bridge.py <folder>. Prints its port in one line. Holds the whole engine, so that statements run as on a server;
logins, compression and the native protocol are not the engine's and are not tested here.
"""

import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb import session

USER, PASSWORD = "test", "test password"
# Fields of the interface itself: all others are settings of the statement.
OWN_FIELDS = {"database", "default_format", "query", "wait_end_of_query"}
NOT_FOUND = {60, 81}

engine = session.Session(sys.argv[1])
# The engine has one session, so one statement at a time.
turn = threading.Lock()
current_settings = {}


def quoted(value):
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def run(text, fields):
    """The answer of the engine as bytes; raises with its message."""
    parameters = {name[6:]: value for name, value in fields.items() if name.startswith("param_")}
    settings = {
        name: value for name, value in fields.items() if name not in OWN_FIELDS and not name.startswith("param_")
    }
    with turn:
        for name in current_settings.keys() - settings.keys():
            engine.query(f"set {name} = default")
            del current_settings[name]
        for name, value in settings.items():
            if current_settings.get(name) != value:
                engine.query(f"set {name} = {quoted(value)}")
                current_settings[name] = value
        engine.query(f"use `{fields.get('database', 'default')}`")
        answer = engine.query(text, fields.get("default_format", "TabSeparated"), params=parameters or None)
        return b"" if answer is None else answer.bytes()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Else the body of an answer waits for the acknowledgement of its head.
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_POST(self):
        fields = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        login = (self.headers.get("X-ClickHouse-User", "default"), self.headers.get("X-ClickHouse-Key", ""))
        if login != (USER, PASSWORD):
            text = f"Code: 516. DB::Exception: {login[0]}: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)"
            return self.answer(403, text.encode(), 516)
        try:
            self.answer(200, run(body.decode("utf-8", "surrogatepass"), fields))
        except Exception as error:
            text = str(error)
            code = int((re.search(r"Code: (\d+)", text) or [0, 1002])[1])
            self.answer(404 if code in NOT_FOUND else 500, text.encode(), code)

    def answer(self, status, body, code=None):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if code is not None:
            self.send_header("X-ClickHouse-Exception-Code", str(code))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
