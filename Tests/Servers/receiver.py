"""A web server on loopback that takes what webhooks send, and answers as it is told.

    receiver.py OUTPUT [--port PORT] [--certificate FILE --key FILE]

Says `ready PORT`. Writes each request that it took to OUTPUT, a line of JSON: method, path, headers, body in base64, and the status that it
answered; a request that it hangs up on, or answers with garbage, has none. Lines on standard input say how it answers from then on:

    answer STATUS [HEADER: VALUE]    such as `answer 503 Retry-After: 7`
    slow SECONDS                     before each answer, which is 200
    hang                             takes requests and never answers
    cut                              closes the connection in place of an answer
    garbage                          answers what is no HTTP
    endless                          answers 200 with a body that never ends
"""
import argparse
import base64
import json
import socket
import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class State:
    words = ["answer", "200"]
    lock = threading.Lock()
    out = None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    # Headers and body of an answer go out at once.
    wbufsize = -1

    def take(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        words = State.words
        kind = words[0]
        status = int(words[1]) if kind == "answer" else 200 if kind in ("slow", "endless") else None
        if kind == "slow":
            time.sleep(float(words[1]))
        if kind == "hang":
            time.sleep(3600)
        line = json.dumps({
            "method": self.command, "path": self.path, "headers": {k.lower(): v for k, v in self.headers.items()},
            "body": base64.b64encode(body).decode(), "status": status, "at": time.time(),
        })
        with State.lock:
            State.out.write(line + "\n")
            State.out.flush()
        if kind == "cut":
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        if kind == "garbage":
            self.close_connection = True
            self.wfile.write(b"\x00\x01 this is no HTTP\r\n\r\n")
            return
        self.send_response_only(status)
        for header in " ".join(words[2:]).split(";") if len(words) > 2 else []:
            name, _, value = header.partition(":")
            self.send_header(name.strip(), value.strip())
        if kind == "endless":
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b"x" * 65536)
            except OSError:
                self.close_connection = True
            return
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    do_GET = do_POST = do_PUT = take

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        pass


def listen():
    for line in sys.stdin:
        if line.split():
            State.words = line.split()
            print("now", line.strip(), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    options = parser.parse_args()
    State.out = open(options.output, "a")
    server = Server(("127.0.0.1", options.port), Handler)
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=listen, daemon=True).start()
    print("ready", server.server_address[1], flush=True)
    server.serve_forever()


main()
