#!/usr/bin/python3
"""What a viewer costs the scanner, and eight cameras the hub: processor time from /proc, in windows as long as the clip, with and without by
turns, of one process.

    Benchmarks/live_cost.py scanner CLIP.mp4 [--program .build/release/plated] [--pairs 3] [--width 640]
    Benchmarks/live_cost.py hub URL COOKIE PID CAMERAS [--seconds 20]      (of a hub that runs: PID is its own, CAMERAS are a,b,c)

The clip is served as an RTSP camera at 25 pictures a second, 1920 x 1080. Prints seconds of processor time a second (1 is a whole core).
"""
import argparse
import os
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def spent(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def window(pid: int, seconds: float) -> float:
    before, began = spent(pid), time.monotonic()
    time.sleep(seconds)
    return (spent(pid) - before) / (time.monotonic() - began)


class Viewer(threading.Thread):
    def __init__(self, path: Path, width: int) -> None:
        super().__init__(daemon=True)
        self.pictures = 0
        self.peer = socket.socket(socket.AF_UNIX)
        self.peer.connect(str(path))
        self.peer.sendall(f"plated.live/1 width={width} rate=5\n".encode())

    def run(self) -> None:
        stream = self.peer.makefile("rb")
        try:
            while lengths := stream.read(8):
                head, picture = struct.unpack(">II", lengths)
                stream.read(head)
                self.pictures += len(stream.read(picture)) > 0
        except OSError:
            pass


def scanner(options) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(
            ["ffmpeg", "-v", "error", "-i", options.clip, "-vf", "scale=1920:1080", "-r", "25", "-c:v", "libx264", "-preset", "veryfast",
             "-pix_fmt", "yuv420p", "-g", "25", "-bf", "0", "-bsf:v", "h264_metadata=aud=insert", str(folder / "clip.h264")], check=True)
        seconds = float(subprocess.run(
            ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", options.clip],
            capture_output=True, text=True, check=True).stdout)
        server = subprocess.Popen(
            [sys.executable, str(ROOT / "Tests/Servers/rtsp_server.py"), str(folder / "clip.h264"), "--fps", "25"], stdout=subprocess.PIPE, text=True)
        port = server.stdout.readline().split()[1]
        (folder / "gate.yaml").write_text(
            f'source: {{url: "rtsp://127.0.0.1:{port}/camera"}}\nlive: {{folder: "{folder}"}}\nlog: {{file: "{folder}/gate.ndjson"}}\n')
        program = subprocess.Popen(
            [options.program, "run", "--config", str(folder / "gate.yaml"), "--evidence", str(folder / "pictures")],
            env={**os.environ, "OMP_THREAD_LIMIT": "1"}, stderr=subprocess.DEVNULL)
        try:
            time.sleep(seconds)
            ratios = []
            for _ in range(options.pairs):
                without = window(program.pid, seconds)
                viewer = Viewer(folder / "gate.sock", options.width)
                viewer.start()
                watched = window(program.pid, seconds)
                viewer.peer.shutdown(socket.SHUT_RDWR)
                ratios.append(watched / without)
                print(f"without {without:.3f}, with {watched:.3f} of a core, ratio {ratios[-1]:.2f}, {viewer.pictures / seconds:.1f} pictures/s", flush=True)
            print(f"ratio: median {statistics.median(ratios):.2f}")
        finally:
            for process in (program, server):
                process.terminate()
                process.wait(20)


def hub(options) -> None:
    print(f"idle {window(options.pid, options.seconds):.4f} of a core")
    request = urllib.request.Request(
        f"{options.url}/api/live?cameras={options.cameras}&width=640", headers={"Cookie": options.cookie})
    with urllib.request.urlopen(request) as answer:
        count = [0]

        def read() -> None:
            try:
                while data := answer.read1(65536):
                    count[0] += data.count(b"X-Plated-Part: picture")
            except (OSError, ValueError, AttributeError):
                pass
        threading.Thread(target=read, daemon=True).start()
        time.sleep(2)
        before = count[0]
        cost = window(options.pid, options.seconds)
        print(f"one viewer {cost:.4f} of a core, {(count[0] - before) / options.seconds:.1f} pictures/s", flush=True)
        os._exit(0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(required=True)
    one = kinds.add_parser("scanner")
    one.add_argument("clip")
    one.add_argument("--program", default=str(ROOT / ".build/release/plated"))
    one.add_argument("--pairs", type=int, default=3)
    one.add_argument("--width", type=int, default=640)
    one.set_defaults(run=scanner)
    two = kinds.add_parser("hub")
    two.add_argument("url")
    two.add_argument("cookie")
    two.add_argument("pid", type=int)
    two.add_argument("cameras")
    two.add_argument("--seconds", type=float, default=20)
    two.set_defaults(run=hub)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
