#!/usr/bin/env python3
"""unacknowledging.py: an MQTT broker that acknowledges nothing, and a centre behind it, which says that it has no record. What is new (no
repetition by the client's library) is printed: `question`, `records`, `forgotten`.

`acknowledge` on its standard input: from then on it acknowledges everything, that which came before among it, and the centre takes records."""

import socketserver
import sys
import threading

lock = threading.Lock()
clients = []
state = {"acknowledges": False, "committed": 0}


class Client(socketserver.StreamRequestHandler):
    def handle(self):
        self.owed = []
        with lock:
            clients.append(self)
        try:
            while head := self.rfile.read(1):
                length, shift = 0, 0
                while True:
                    byte = self.rfile.read(1)[0]
                    length |= (byte & 0x7F) << shift
                    shift += 7
                    if byte < 0x80:
                        break
                body = self.rfile.read(length)
                with lock:
                    self.answer(head[0], body)
        except (IndexError, OSError):
            pass
        finally:
            with lock:
                clients.remove(self)

    def answer(self, head, body):
        kind = head >> 4
        if kind == 1:
            self.wfile.write(b"\x20\x02\x00\x00")
        elif kind == 3 and head & 0x06:
            end = 2 + int.from_bytes(body[:2], "big")
            self.owed.append(body[end:end + 2])
            self.hear(body[2:end], body[end + 2:], is_new=not head & 0x08)
            if state["acknowledges"]:
                self.acknowledge()
        elif kind == 8:
            self.wfile.write(b"\x90\x03" + body[:2] + b"\x00")
        elif kind == 12:
            self.wfile.write(b"\xd0\x00")

    def hear(self, topic, payload, is_new):
        lines = payload.split(b"\n")
        words = lines[0].split(b" ")
        if words[0] != b"plated.records/1":
            return say("forgotten") if is_new else None
        if is_new:
            say("records" if len(lines) > 2 else "question")
        if len(lines) > 2 and not state["acknowledges"]:
            return None
        if len(lines) > 2:
            # The line before the last record: its number.
            state["committed"] = int(lines[-3].split(b" ")[0])
        answered = topic.replace(b"/records", b"/committed")
        word = b"plated.committed/1 %s %d" % (words[1], state["committed"])
        self.wfile.write(bytes([0x30, 2 + len(answered) + len(word), 0, len(answered)]) + answered + word)
        return None

    def acknowledge(self):
        for number in self.owed:
            self.wfile.write(b"\x40\x02" + number)
        self.owed = []


def say(text):
    print(text, flush=True)


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True


with Server(("127.0.0.1", 0), Client) as server:
    say(f"ready {server.server_address[1]}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for line in sys.stdin:
        if line.strip() == "acknowledge":
            with lock:
                state["acknowledges"] = True
                for client in clients:
                    client.acknowledge()
