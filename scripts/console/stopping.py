"""The hub is stopped while pages are open: endless answers are on their way, and others connect at that moment. It ends at once, and well."""
import socket
import threading
import time
import urllib.parse

from stage import Stage

STREAMS = ("/plates/new", "/api/live?cameras=gate,yard&width=640")


def again(stage: Stage, times: int = 20) -> None:
    for number in range(times):
        stage.start()
        place = urllib.parse.urlsplit(stage.address)
        streams = [asked((place.hostname, place.port), path, stage.cookies["adam"]) for path in STREAMS * 6]
        # Each is answered before it is stopped.
        heads = [stream.recv(4096) for stream in streams]
        assert all(head.startswith(b"HTTP/1.1 200") for head in heads), heads
        is_over = threading.Event()
        others = [threading.Thread(target=knock, args=((place.hostname, place.port), is_over)) for _ in range(4)]
        for other in others:
            other.start()
        # Not always at the same moment of what the streams do.
        time.sleep(0.05 + 0.03 * number)
        try:
            took = stage.end()
        finally:
            is_over.set()
            for other in others:
                other.join()
            for stream in streams:
                stream.close()
        said = stage.said.read_text()
        assert stage.process.returncode == 0 and took < 5, (number, stage.process.returncode, took, said[-3000:])


def asked(place: tuple, path: str, cookie: str) -> socket.socket:
    stream = socket.create_connection(place, timeout=30)
    stream.sendall(f"GET {path} HTTP/1.1\r\nHost: {place[0]}:{place[1]}\r\nCookie: {cookie}\r\n\r\n".encode())
    return stream


def knock(place: tuple, is_over: threading.Event) -> None:
    """Connects again and again, as a page does that loads what it shows."""
    while not is_over.is_set():
        try:
            with socket.create_connection(place, timeout=5) as one:
                one.sendall(f"GET /console.css HTTP/1.1\r\nHost: {place[0]}:{place[1]}\r\n\r\n".encode())
        except OSError:
            # It takes nobody any more.
            time.sleep(0.002)
