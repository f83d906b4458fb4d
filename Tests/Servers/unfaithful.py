#!/usr/bin/env python3
"""A web server that hands on to another one, and is no good at it: it sends requests twice, drops answers, and holds things up.

    unfaithful.py UPSTREAM [UPSTREAM ...]       each such as 127.0.0.1:8480; requests take turns

It says `ready PORT`. Each line of standard input says what becomes of requests from then on, and is answered by `ok`:

    faithful                nothing is done to them
    twice                   each goes to two upstreams in a row, or twice to one; the second answer is handed back
    drop N                  of every N-th request the answer is dropped, after it was carried out
    refuse CODE             each is answered with that code, and handed on to nobody
    largest N               as a server in front has it: what has more bytes is answered with 413
    slow SECONDS            each answer is held up for so long
    cut                     connections are closed before anything is handed on

Counts of what it did are said with the word `counts`.
"""
import http.client
import itertools
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

upstreams = itertools.cycle([(host, int(port)) for host, port in (place.rsplit(":", 1) for place in sys.argv[1:])])
lock = threading.Lock()
mode = ["faithful"]
counts = {"requests": 0, "twice": 0, "dropped": 0, "refused": 0}


def count(what):
    with lock:
        counts[what] += 1
        return counts[what]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def once(self, body):
        with lock:
            host, port = next(upstreams)
        connection = http.client.HTTPConnection(host, port, timeout=90)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("connection", "transfer-encoding")}
        try:
            connection.request(self.command, self.path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        finally:
            connection.close()

    def answer(self, status, headers, body):
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in ("connection", "transfer-encoding", "content-length"):
                self.send_header(name, value)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if status not in (204, 304):
            self.wfile.write(body)

    def handle_any(self):
        words = mode[0].split()
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        number = count("requests")
        try:
            if words[0] == "cut":
                raise OSError
            if words[0] == "refuse":
                count("refused")
                return self.answer(int(words[1]), [("Content-Type", "text/html")], b"<html>no</html>")
            if words[0] == "largest" and len(body) > int(words[1]):
                count("refused")
                return self.answer(413, [("Content-Type", "text/html")], b"<html>413</html>")
            answer = self.once(body)
            if words[0] == "twice" and "/ingest/news" not in self.path:
                count("twice")
                answer = self.once(body)
            if words[0] == "slow":
                time.sleep(float(words[1]))
            if words[0] == "drop" and number % int(words[1]) == 0:
                count("dropped")
                raise OSError
            self.answer(*answer)
        except (OSError, http.client.HTTPException):
            self.close_connection = True
            try:
                self.connection.close()
            except OSError:
                pass

    do_GET = do_POST = do_PUT = handle_any


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 1024

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print("ready", server.server_address[1], flush=True)
for line in sys.stdin:
    if line.strip() == "counts":
        print(" ".join(f"{name}={value}" for name, value in counts.items()), flush=True)
    else:
        mode[0] = line.strip()
        print("ok", flush=True)
