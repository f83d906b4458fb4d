"""The folder in which commands of the pages are run, and the camera at the address that they show."""
import os
import re
import signal
import subprocess
from pathlib import Path

from cases import Here
from pages import ROOT

CAMERA = "192.0.2.10"
# Seconds; none of the commands takes a tenth of it on two busy cores.
LIMIT = 300


def call(*command: str | Path) -> None:
    subprocess.run([str(word) for word in command], check=True, stdin=subprocess.DEVNULL)


class Stage:
    """A folder that looks like the clone after scripts/demo, with a picture and a set beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.exports: list[str] = []
        self.environment = {
            **os.environ, "TZ": "Europe/Amsterdam", "LC_ALL": "C.UTF-8", "OMP_THREAD_LIMIT": "1",
            # Commands make the machine's key here, and not in the home of whoever runs them.
            "XDG_STATE_HOME": str(folder / "state"),
        }
        for name in [".build", "demo"]:
            (folder / name).symlink_to(ROOT / name)
        self.clip = folder / "demo/demo.mp4"
        (folder / "my-pictures").mkdir()
        picture = folder / "photo.jpg"
        call("ffmpeg", "-v", "error", "-ss", "4.4", "-i", self.clip, "-frames:v", "1", "-q:v", "2", picture)
        (folder / "my-pictures/47XKP3.jpg").hardlink_to(picture)
        # Of a camera that is looked at too seldom.
        (folder / "rush.mp4").symlink_to(self.clip)
        (folder / "gate.yaml").write_text("gate: {interval_ms: 4000, quicken: false}\n")
        plates = ["47XKP3", "HBTK5839", "FN64WKZ", "TXR538H"]
        (folder / "plates.csv").write_text("video,text\n" + "".join(f"rush.mp4,{plate}\n" for plate in plates))

    def start(self, command: str) -> subprocess.Popen[str]:
        text = "\n".join(["set -o pipefail", *self.exports, command])
        return subprocess.Popen(
            ["bash", "-c", text], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True)

    def output(self, command: str) -> tuple[int, str]:
        """Its exit status, and what it printed."""
        process = self.start(command)
        try:
            said, _ = process.communicate(timeout=LIMIT)
            return process.returncode, said
        finally:
            stop(process)

    def run(self, command: str, case: Here) -> str | None:
        """The problem with it; None where there is none."""
        if command.startswith("export "):
            self.exports.append(command)
            return None
        if case.endless:
            return self._run_endless(command, case)
        if case.log:
            self.output(f"plated run demo/demo.mp4 --log {case.log}")
        status, said = self.output(command)
        for left in self.folder.glob(f"{case.log}*") if case.log else ():
            left.unlink()
        if status != 0:
            return f"ended with {status}:\n{said}"
        return None if re.search(case.shows, said) else f"does not show {case.shows}:\n{said}"

    def _run_endless(self, command: str, case: Here) -> str | None:
        process = self.start("exec " + command)
        said = ""
        try:
            for line in process.stdout or []:
                said += line
                if re.search(case.shows, line):
                    process.send_signal(signal.SIGINT)
                    rest, _ = process.communicate(timeout=LIMIT)
                    return None if process.returncode == 0 else f"ended with {process.returncode} on Ctrl-C:\n{rest}"
            return f"ended without {case.shows}:\n{said}"
        finally:
            stop(process)


def stop(process: subprocess.Popen[str]) -> None:
    """Ends what is left of a command, with all that it started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Camera:
    """An RTSP camera that shows the demo's clip for ever, at the address of the pages."""

    def __init__(self, stage: Stage) -> None:
        stream = stage.folder / "stream.h264"
        call("ip", "link", "set", "lo", "up")
        call("ip", "address", "add", f"{CAMERA}/32", "dev", "lo")
        call("ffmpeg", "-v", "error", "-i", stage.clip, "-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-bf", "0",
             "-bsf:v", "h264_metadata=aud=insert", stream)
        server = ROOT / "Tests/Servers/rtsp_server.py"
        self.process = subprocess.Popen(
            ["/usr/bin/python3", server, stream, "--address", CAMERA, "--port", "554", "--path", "/stream"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True)

    def __enter__(self) -> "Camera":
        line = self.process.stdout.readline() if self.process.stdout else ""
        if not line.startswith("ready"):
            raise RuntimeError(f"the RTSP server did not start: {line}")
        return self

    def __exit__(self, *_: object) -> None:
        stop(self.process)
