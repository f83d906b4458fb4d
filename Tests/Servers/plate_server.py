"""A server that reads plates, for tests and scripts/test-remote: it speaks Google Cloud Vision's images:annotate, Plate Recognizer's snapshot API and
CodeProject.AI's /v1/vision/alpr from their published descriptions, and reads what it is shown with plated itself.

    plate_server.py PORT --plated .build/debug/plated --key-file FILE [--certificate PEM --certificate-key PEM]

It says `ready PORT`; 0 is any free one. What it is to do wrong is posted to /fault as text, or told on standard input (`fault 500`): a word of
FAULTS, with a number behind some of them. GET /count tells what it was asked, and so does `count`. It listens on this machine alone.
"""

import argparse
import base64
import json
import os
import re
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FAULTS = ["none", "slow", "hang", "cut", "401", "403", "quota", "413", "429", "500", "503", "redirect", "garbage", "half", "few", "order",
          "partial", "empty"]
# The limits of https://cloud.google.com/vision/quotas; Plate Recognizer and CodeProject.AI take one picture.
MOST_PICTURES, MOST_BYTES = 16, 10_000_000


class Reader:
    """plated, reading crops: what it finds is what any local engine would."""

    def __init__(self, plated):
        self.plated, self.lock = plated, threading.Lock()

    def read(self, pictures):
        with tempfile.TemporaryDirectory() as folder, self.lock:
            paths = []
            for number, picture in enumerate(pictures):
                paths.append(f"{folder}/{number}.jpg")
                with open(paths[-1], "wb") as file:
                    file.write(picture)
            result = subprocess.run(
                [self.plated, "read", "--polygons", "--log-level", "error", *paths], capture_output=True, text=True, check=False,
                env={**os.environ, "OMP_THREAD_LIMIT": "1"})
            answers = {line["picture"]: line for line in map(json.loads, result.stdout.splitlines())}
            return [answers.get(path, {"width": 0, "height": 0, "found": []}) for path in paths]


def characters_of(find):
    """As the surest view has them; O and 0 as the layouts of plates settle it, where nothing else was changed."""
    plate, characters = find["plate"] or "", find["characters"]
    if len(plate) != len(characters):
        return characters
    return [{**c, "text": text} for c, text in zip(characters, plate)]


def words(found):
    """What was found, as words: one a row, each character with its share of the row's outline."""
    for find in found:
        characters, outlines = characters_of(find), find["outlines"]
        if not characters or not outlines:
            continue
        rows = len(outlines)
        split = [len(characters)] if rows == 1 else [len(characters) // 2, len(characters) - len(characters) // 2]
        start = 0
        for outline, count in zip(outlines, split):
            yield characters[start:start + count], outline
            start += count


def polygon(corners):
    # As protocol buffers are written in JSON: what is 0 is left out.
    return {"vertices": [{axis: round(value) for axis, value in zip("xy", corner) if round(value) > 0} for corner in corners]}


def part(outline, first, last):
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline
    top = lambda t: (ax + (bx - ax) * t, ay + (by - ay) * t)
    bottom = lambda t: (dx + (cx - dx) * t, dy + (cy - dy) * t)
    return [top(first), top(last), bottom(last), bottom(first)]


def annotation(answer):
    """An AnnotateImageResponse."""
    paragraphs, whole = [], []
    for characters, outline in words(answer["found"]):
        symbols = [
            {"text": c["text"], "confidence": c["confidence"],
             "boundingBox": polygon(part(outline, i / len(characters), (i + 1) / len(characters)))}
            for i, c in enumerate(characters)]
        symbols[-1]["property"] = {"detectedBreak": {"type": "LINE_BREAK"}}
        box = polygon(outline)
        paragraphs.append({"boundingBox": box, "words": [{"boundingBox": box, "symbols": symbols}]})
        whole.append("".join(c["text"] for c in characters))
    if not paragraphs:
        return {}
    text = "\n".join(whole)
    return {
        "textAnnotations": [{"description": text, "locale": "en"}] + [{"description": word} for word in whole],
        "fullTextAnnotation": {
            "pages": [{"width": answer["width"], "height": answer["height"],
                       "blocks": [{"blockType": "TEXT", "paragraphs": paragraphs}]}],
            "text": text}}


def confidence(find):
    values = [c["confidence"] for c in characters_of(find)]
    return (min(values) + sum(values) / len(values)) / 2 if values else 0


class Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port, reader, key):
        super().__init__(("127.0.0.1", port), Handler)
        self.reader, self.key, self.fault, self.times, self.lock = reader, key, ["none"], deque(), threading.Lock()
        self.counts = {"requests": 0, "pictures": 0, "bytes": 0, "most_pictures": 0, "most_bytes": 0, "most_a_minute": 0, "strays": 0,
                       "read": 0, "proxied": 0}

    def count(self, size, pictures):
        with self.lock:
            now, counts = time.monotonic(), self.counts
            self.times.append(now)
            while self.times and now - self.times[0] > 60:
                self.times.popleft()
            counts["requests"] += 1
            counts["pictures"] += pictures
            counts["bytes"] += size
            counts["most_pictures"] = max(counts["most_pictures"], pictures)
            counts["most_bytes"] = max(counts["most_bytes"], size)
            counts["most_a_minute"] = max(counts["most_a_minute"], len(self.times))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, body, headers=()):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json; charset=UTF-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        if self.path == "/count":
            with self.server.lock:
                return self.answer(200, self.server.counts)
        self.server.counts["strays"] += 1
        self.answer(404, {})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path == "/fault":
            self.server.fault = body.decode().split()
            return self.answer(200, {})
        # As a proxy is asked: it answers in the place of whom it should ask.
        if self.path.startswith("http://"):
            self.server.counts["proxied"] += 1
            self.path = "/" + self.path.split("/", 3)[3]
        try:
            if self.path == "/v1/images:annotate":
                self.google(body)
            elif self.path.rstrip("/") == "/v1/plate-reader":
                self.snapshot(body)
            elif self.path == "/v1/vision/alpr":
                self.codeproject(body)
            else:
                self.server.counts["strays"] += 1
                self.answer(404, {})
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    # What is done wrong

    def reset(self):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True

    def misbehaves(self, google):
        """Whether the answer is one of the faults that need none of the reading."""
        fault, number = self.server.fault[0], float((self.server.fault + ["0"])[1])

        def status(code, word, reason=None, headers=()):
            details = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason}] if reason else []
            error = {"error": {"code": code, "message": f"plate AB12CDE, key {self.server.key}", "status": word, "details": details}}
            self.answer(code, error if google else {"detail": f"plate AB12CDE, key {self.server.key}", "status_code": code}, headers)

        if fault == "slow":
            time.sleep(number or 1)
            return False
        if fault == "hang":
            time.sleep(number or 3600)
            return False
        if fault == "cut":
            self.reset()
        elif fault == "401":
            status(401, "UNAUTHENTICATED")
        elif fault == "403":
            status(403, "PERMISSION_DENIED", "API_KEY_SERVICE_BLOCKED")
        elif fault == "quota":
            status(403, "PERMISSION_DENIED", "RATE_LIMIT_EXCEEDED")
        elif fault == "413":
            status(413, "INVALID_ARGUMENT")
        elif fault == "429":
            status(429, "RESOURCE_EXHAUSTED", headers=[("Retry-After", str(int(number)))] if number else [])
        elif fault == "500":
            status(500, "INTERNAL")
        elif fault == "503":
            status(503, "UNAVAILABLE", headers=[("Retry-After", str(int(number) or 1))])
        elif fault == "redirect":
            self.answer(307, b"", [("Location", f"http://127.0.0.1:{self.server.server_port}/elsewhere")])
        elif fault == "garbage":
            self.answer(200, b"<html>\xff\xfe AB12CDE </html>")
        else:
            return False
        return True

    def deliver(self, body):
        data = json.dumps(body).encode()
        if self.server.fault[0] != "half":
            return self.answer(200, data)
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2])
        self.wfile.flush()
        self.close_connection = True

    # Google Cloud Vision

    def google(self, body):
        try:
            requests = json.loads(body)["requests"]
            pictures = [base64.b64decode(request["image"]["content"], validate=True) for request in requests]
            wanted = all(
                request["features"] == [{"type": "TEXT_DETECTION"}]
                and request["imageContext"]["textDetectionParams"]["enableTextDetectionConfidenceScore"] for request in requests)
        except (ValueError, KeyError, TypeError):
            return self.answer(400, {"error": {"code": 400, "message": "Invalid JSON payload", "status": "INVALID_ARGUMENT"}})
        self.server.count(len(body), len(pictures))
        if self.misbehaves(google=True):
            return
        if self.headers.get("x-goog-api-key") != self.server.key:
            return self.answer(400, {"error": {
                "code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT",
                "details": [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}]}})
        if len(pictures) > MOST_PICTURES or len(body) > MOST_BYTES or not wanted:
            return self.answer(400, {"error": {"code": 400, "message": "too much", "status": "INVALID_ARGUMENT"}})
        fault = self.server.fault[0]
        responses = [annotation(answer) for answer in self.server.reader.read(pictures)]
        self.server.counts["read"] += len(pictures)
        if fault == "few":
            responses = responses[:-1]
        elif fault == "order":
            responses = responses[1:] + responses[:1] if len(responses) > 1 else responses
        elif fault == "partial":
            for index in range(0, len(responses), 2):
                responses[index] = {"error": {"code": 14, "message": "plate AB12CDE"}}
        elif fault == "empty":
            responses = [{} for _ in responses]
        self.deliver({"responses": responses})

    # One picture in a form

    def picture(self, body):
        kind = self.headers.get("Content-Type", "")
        boundary = re.search(r"boundary=([^;]+)", kind)
        if not boundary:
            return None
        for piece in body.split(b"--" + boundary[1].encode()):
            head, separator, data = piece.partition(b"\r\n\r\n")
            if separator and b'name="upload"' in head:
                return data[:-2]
        return None

    def finds(self, body, header):
        """What was found, each with its box; None where it was answered."""
        picture = self.picture(body)
        if picture is None:
            self.answer(400, {"error": "no picture"})
            return None
        self.server.count(len(body), 1)
        if self.misbehaves(google=False):
            return None
        if self.headers.get("Authorization") != header:
            self.answer(403, {"detail": "Invalid token."})
            return None
        found = [find for find in self.server.reader.read([picture])[0]["found"] if find["plate"]]
        self.server.counts["read"] += 1
        fault = self.server.fault[0]
        return [] if fault in ("empty", "few", "partial") else found

    def snapshot(self, body):
        found = self.finds(body, f"Token {self.server.key}")
        if found is None:
            return
        results = []
        for find in found:
            x, y, width, height = (round(value) for value in find["box"])
            text, score = "".join(c["text"] for c in characters_of(find)).lower(), confidence(find)
            results.append({
                "box": {"xmin": max(0, x), "ymin": max(0, y), "xmax": x + width, "ymax": y + height}, "plate": text,
                "region": {"code": "nl", "score": 0.5}, "score": score, "candidates": [{"score": score, "plate": text}], "dscore": 0.9})
        self.deliver({"processing_time": 20.0, "results": results, "filename": "plate.jpg", "version": 1, "camera_id": None,
                      "timestamp": "2020-10-12T16:17:27.574008Z"})

    def codeproject(self, body):
        found = self.finds(body, f"Bearer {self.server.key}")
        if found is None:
            return
        predictions = []
        for find in found:
            x, y, width, height = (round(value) for value in find["box"])
            text = "".join(c["text"] for c in characters_of(find))
            predictions.append({"confidence": confidence(find), "label": f"Plate: {text}", "plate": text, "x_min": max(0, x),
                                "y_min": max(0, y), "x_max": x + width, "y_max": y + height})
        self.deliver({"success": True, "processMs": 20, "inferenceMs": 18, "predictions": predictions, "message": "", "code": 200,
                      "command": "alpr", "moduleId": "ALPR"})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("port", type=int)
    parser.add_argument("--plated", required=True)
    parser.add_argument("--key-file", required=True)
    parser.add_argument("--certificate", help="for TLS")
    parser.add_argument("--certificate-key")
    arguments = parser.parse_args()
    with open(arguments.key_file, encoding="utf-8") as file:
        key = file.readline().strip()
    server = Server(arguments.port, Reader(arguments.plated), key)
    if arguments.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(arguments.certificate, arguments.certificate_key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print("ready", server.server_port, flush=True)

    def listen():
        for line in sys.stdin:
            words = line.split()
            if words[:1] == ["fault"]:
                server.fault = words[1:]
                print("does", *words[1:], flush=True)
            elif words == ["count"]:
                with server.lock:
                    print("count", json.dumps(server.counts), flush=True)

    threading.Thread(target=listen, daemon=True).start()
    server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
