#!/usr/bin/python3
"""A web server for one folder that misbehaves on purpose, on loopback.

    files.py FOLDER [--certificate PEM --key PEM]

The first part of the path says how a file is served, the last which:

    /plain/F          with ranges
    /whole/F          ranges are ignored
    /cut/N/F          the connection ends after N bytes of the body
    /stall/N/F        nothing more after N bytes, the connection stays
    /slow/F           a kilobyte every 20 ms
    /other/F          as many bytes, others
    /longer/F         a byte more than there is, and says so
    /chunked/F        without saying how long it is; /endless/F: and it never ends
    /offset/F         another range than was asked for
    /status/N/F       this status, with a page about it
    /redirect/P...    on to /P...
    /to/ADDRESS       on to this address

Says on standard output: `ready PORT`, and `get PATH RANGE` for every request (`-` for no range).
"""
import argparse
import http.server
import os
import re
import ssl
import sys
import time


class Files(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        wanted = self.headers.get("Range")
        sys.stdout.write(f"get {self.path} {wanted or '-'}\n")
        sys.stdout.flush()
        how, _, rest = self.path[1:].partition("/")
        if how == "redirect":
            return self.send_on(f"/{rest}")
        if how == "to":
            return self.send_on(rest)
        if how == "status":
            return self.answer(int(rest.split("/")[0]), b"<html>a page about it</html>" * 100)
        with open(os.path.join(self.server.folder, os.path.basename(rest)), "rb") as file:
            body = file.read()
        if how == "other":
            body = bytes(byte ^ 1 for byte in body)
        if how == "longer":
            body += b"!"
        start = int(re.fullmatch(r"bytes=(\d+)-", wanted)[1]) if wanted else None
        if how in ("whole", "chunked", "endless") or start is None:
            return self.send(200, body, how, rest)
        if start >= len(body):
            return self.answer(416, b"", {"Content-Range": f"bytes */{len(body)}"})
        if how == "offset":
            start -= 1
        self.send(206, body[start:], how, rest, {"Content-Range": f"bytes {start}-{len(body) - 1}/{len(body)}"})

    def send(self, status, body, how, rest, headers={}):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.close_connection = True
        if how in ("chunked", "endless"):
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            if how in ("cut", "stall"):
                self.wfile.write(body[:int(rest.split("/")[0])])
                self.wfile.flush()
                # Until the client goes.
                if how == "stall":
                    self.rfile.read(1)
            elif how == "slow":
                for place in range(0, len(body), 1024):
                    self.wfile.write(body[place:place + 1024])
                    time.sleep(0.02)
            else:
                self.wfile.write(body)
                while how == "endless":
                    self.wfile.write(b"more of it")
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            pass

    def answer(self, status, page, headers={}):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def send_on(self, address):
        self.answer(302, b"elsewhere", {"Location": address})

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        # A client that refuses our certificate, or goes away, is what the tests are about.
        pass


def main():
    options = argparse.ArgumentParser()
    options.add_argument("folder")
    options.add_argument("--certificate")
    options.add_argument("--key")
    options = options.parse_args()
    server = Server(("127.0.0.1", 0), Files)
    server.folder = options.folder
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    sys.stdout.write(f"ready {server.server_address[1]}\n")
    sys.stdout.flush()
    server.serve_forever()


main()
