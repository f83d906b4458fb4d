#!/usr/bin/env python3
"""minority.py REFUSALS: an MQTT broker as a cluster is that has no majority just then: it refuses so many subscriptions, and grants those
that come later. What was granted is printed. Behind it is somebody who answers records, and says nothing of them."""

import socketserver
import sys
import threading

REFUSED = 0x80
lock = threading.Lock()
left = int(sys.argv[1])


class Client(socketserver.StreamRequestHandler):
    def handle(self):
        while head := self.rfile.read(1):
            length, shift = 0, 0
            while True:
                byte = self.rfile.read(1)[0]
                length |= (byte & 0x7F) << shift
                shift += 7
                if byte < 0x80:
                    break
            self.answer(head[0], self.rfile.read(length))

    def answer(self, head, body):
        kind = head >> 4
        if kind == 1:
            say("connected")
            self.wfile.write(b"\x20\x02\x00\x00")
        elif kind == 3 and head & 0x06:
            end = 2 + int.from_bytes(body[:2], "big")
            self.wfile.write(b"\x40\x02" + body[end:end + 2])
            answered = body[2:end].replace(b"/records", b"/committed")
            self.wfile.write(bytes([0x30, 3 + len(answered), 0, len(answered)]) + answered + b"-")
        elif kind == 8:
            length = int.from_bytes(body[2:4], "big")
            self.subscribe(body[4:4 + length].decode(), body[:2])
        elif kind == 12:
            self.wfile.write(b"\xd0\x00")

    def subscribe(self, topic, number):
        global left
        with lock:
            code = REFUSED if left > 0 else 0
            left -= 1
        say(("refused " if code else "granted ") + topic)
        self.wfile.write(b"\x90\x03" + number + bytes([code]))


def say(text):
    with lock:
        print(text, flush=True)


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True


with Server(("127.0.0.1", 0), Client) as server:
    say(f"ready {server.server_address[1]}")
    server.serve_forever()
