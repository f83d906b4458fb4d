#!/usr/bin/python3
"""Puts a password into every place that takes one, and into places where people put it by mistake; runs every command against
cameras that let it in, refuse it, know nothing or say nothing; and looks for it in all that plated says, logs and shows.

    scripts/faults/passwords.py [--short] [PLATED]          (default: .build/release/plated, else .build/debug/plated)

With --short every seventh combination of place, command and outcome is tried.

Looks at standard output and error at level debug, events, explanations, what systemd is told, `ps`, /proc/PID/cmdline, and what a
crash prints; for the password as it is, percent-encoded, and as base64. Exits with 1 where it found any of it.
"""
import base64
import concurrent.futures
import itertools
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
USER = "cam"
# A word that nothing else contains, among what URLs and YAML trip over.
MARK = "Zq9Sekr3tGh"
ODD = f'p@ss:w/r?d#%1&x={MARK}+"\'é {{'
PLAIN = MARK
COMMANDS = ("run", "probe", "read", "eval", "check")
OUTCOMES = ("let in", "refused password", "unknown path", "no camera", "no answer", "no connection")


def base64_of(text):
    """What base64 makes of the mark, whatever stands before it."""
    return [base64.b64encode(b"x" * shift + text.encode())[4 if shift else 0:][:12].decode() for shift in range(3)]


NEEDLES = [MARK.lower()] + [part.lower() for part in base64_of(MARK)]
NEEDLES += [base64.b64encode(f"{USER}:{password}".encode()).decode()[4:-4].lower() for password in (ODD, PLAIN)]


def quoted(text):
    return urllib.parse.quote(text, safe="")


def yaml(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Cameras:
    """Servers on loopback, one for every outcome."""

    def __init__(self, folder):
        self.ports, self.processes, self.sockets = {}, [], []
        clip = folder / "clip.h264"
        subprocess.run(
            ["ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=2", "-pix_fmt",
             "yuv420p", "-c:v", "libx264", "-g", "10", "-bsf:v", "h264_metadata=aud=insert", str(clip)], check=True)
        self.clip = clip
        self.ports["let in"] = {p: self.rtsp(p) for p in (ODD, PLAIN)}
        wrong = self.rtsp("another")
        self.ports["refused password"] = {ODD: wrong, PLAIN: wrong}
        self.ports["unknown path"] = self.ports["let in"]
        for outcome, reply in (("no camera", b"SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n"), ("no answer", None)):
            port = self.talker(reply)
            self.ports[outcome] = {ODD: port, PLAIN: port}
        closed = socket.socket()
        closed.bind(("127.0.0.1", 0))
        self.sockets.append(closed)
        self.ports["no connection"] = {p: closed.getsockname()[1] for p in (ODD, PLAIN)}

    def rtsp(self, password):
        server = subprocess.Popen(
            ["/usr/bin/python3", ROOT / "Tests/Servers/rtsp_server.py", self.clip, "--auth", "digest", "--user", USER, "--password",
             password], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.processes.append(server)
        for line in server.stdout:
            if line.startswith("ready "):
                threading.Thread(target=server.stdout.read, daemon=True).start()
                return int(line.split()[1])
        sys.exit("the RTSP server did not start")

    def talker(self, reply):
        listener = socket.create_server(("127.0.0.1", 0))
        self.sockets.append(listener)

        def serve():
            held = []
            while True:
                try:
                    client = listener.accept()[0]
                except OSError:
                    return
                if reply is None:
                    held.append(client)
                else:
                    client.sendall(reply)
                    client.close()

        threading.Thread(target=serve, daemon=True).start()
        return listener.getsockname()[1]

    def host(self, outcome, password):
        return f"127.0.0.1:{self.ports[outcome][password]}/" + ("nothing" if outcome == "unknown path" else "camera")

    def close(self):
        for process in self.processes:
            process.kill()
            process.wait()
        for listener in self.sockets:
            listener.close()


class Trial:
    """One run of plated: what it was given, and everything it said."""

    def __init__(self, folder, plated, command, arguments, environment, configuration=None, crash=None, is_live=False):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
        if configuration is not None:
            # Beside the folder, under a name that a camera may have.
            (self.folder.parent / f"{self.folder.name}.files").mkdir()
            file = self.folder.parent / f"{self.folder.name}.files" / "gate.yaml"
            file.write_text(configuration)
            arguments = [command, *(["--config"] if command != "check" else []), str(file)]
        notify = self.folder / "notify"
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        listener.bind(str(notify))
        listener.setblocking(False)
        output = self.folder / "output"
        more = []
        if command in ("run", "probe", "read", "eval"):
            more += ["--log-level", "debug", "--explain", str(self.folder / "explain")]
        if command == "run":
            more += ["--log", str(self.folder / "log")]
        if command == "probe":
            more += ["--seconds", "1"]
        surroundings = {k: v for k, v in os.environ.items() if not k.startswith("PLATED_")}
        surroundings.update({"OMP_THREAD_LIMIT": "1", "NOTIFY_SOCKET": str(notify), "SWIFT_BACKTRACE": "enable=no"})
        surroundings.update(environment)
        self.seen = []
        with open(output, "wb") as said:
            process = subprocess.Popen(
                [plated, *arguments, *more], stdout=said, stderr=said, stdin=subprocess.DEVNULL, env=surroundings, cwd=self.folder,
                start_new_session=True)
            self.watch(process, output, is_live, crash)
        self.status = process.returncode
        while True:
            try:
                self.seen.append(("what systemd was told", listener.recv(65536)))
            except BlockingIOError:
                break
        listener.close()
        notify.unlink()
        for file in self.folder.iterdir():
            if file.is_file():
                self.seen.append((f"the file {file.name}", file.read_bytes()))
        shutil.rmtree(self.folder)

    def watch(self, process, output, is_live, crash):
        """Waits for the program to say something, looks at what others can see of it, and ends it where it does not end itself."""
        began = time.monotonic()
        self.window = 0
        acted = False
        while process.poll() is None and time.monotonic() - began < 60:
            time.sleep(0.02)
            said = output.read_bytes()
            if not said:
                # Until main has begun, the arguments stand as they were given.
                self.window = time.monotonic() - began if self.shows(process.pid) else self.window
                continue
            if not acted and (b"reading rtsp" in said or time.monotonic() - began > (3 if is_live else 1)):
                acted = True
                self.look(process.pid)
                if is_live or crash:
                    process.send_signal(signal.SIGUSR1)
                    time.sleep(0.1)
                    process.send_signal(crash or signal.SIGTERM)
        # With it goes what it started: a backtracer that waits for a process that is gone waits for ever.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()

    def shows(self, pid):
        try:
            return MARK.encode() in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            return False

    def look(self, pid):
        try:
            self.seen.append(("/proc/PID/cmdline", pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()))
        except OSError:
            return
        shown = subprocess.run(["ps", "-ww", "-o", "args=", "-p", str(pid)], capture_output=True)
        self.seen.append(("ps", shown.stdout))

    def leaks(self):
        found = []
        for place, text in self.seen:
            lower = text.decode(errors="replace").lower()
            plain = urllib.parse.unquote(lower)
            for needle in NEEDLES:
                if needle in lower or needle in plain:
                    line = next((l for l in text.decode(errors="replace").split("\n") if needle in l.lower()), "")
                    found.append(f"{place}: {line[:200]}")
                    break
        return found


def good_places(folder):
    """Places that take a password: (name, password, how) with how(host) -> (source or None, configuration or None, environment)."""
    secret_file = folder / "camera.credentials"
    secret_file.write_text(f"{USER}:{ODD}\n")
    credentials = folder / "credentials"
    credentials.mkdir(exist_ok=True)
    (credentials / "camera").write_text(f"{USER}:{ODD}\n")
    only = folder / "only.credentials"
    only.write_text(f"{PLAIN}\n")
    url = f"rtsp://{USER}:{quoted(ODD)}@"
    return [
        ("URL on the command line", ODD, lambda h: (url + h, None, {})),
        ("URL on the command line, not escaped", PLAIN, lambda h: (f"rtsp://{USER}:{PLAIN}@{h}", None, {})),
        ("URL in the configuration", ODD, lambda h: (None, f"source:\n  url: {yaml(url + h)}\n", {})),
        ("source.user and password", ODD,
         lambda h: (None, f"source:\n  url: rtsp://{h}\n  user: {USER}\n  password: {yaml(ODD)}\n", {})),
        ("${VARIABLE} in the configuration", ODD,
         lambda h: (None, f"source:\n  url: rtsp://{h}\n  user: {USER}\n  password: ${{CAM_PW}}\n", {"CAM_PW": ODD})),
        ("credentials_file", ODD, lambda h: (None, f"source:\n  url: rtsp://{h}\n  credentials_file: {secret_file}\n", {})),
        ("credentials_file with a password only", PLAIN,
         lambda h: (None, f"source:\n  url: rtsp://{h}\n  user: {USER}\n  credentials_file: {only}\n", {})),
        ("$CREDENTIALS_DIRECTORY", ODD,
         lambda h: (None, f"source:\n  url: rtsp://{h}\n  credentials_file: camera\n", {"CREDENTIALS_DIRECTORY": str(credentials)})),
        ("PLATED_PASSWORD", ODD, lambda h: (f"rtsp://{h}", None, {"PLATED_USER": USER, "PLATED_PASSWORD": ODD})),
        ("PLATED_PASSWORD with a configuration", ODD,
         lambda h: (None, f"source:\n  url: rtsp://{h}\n", {"PLATED_USER": USER, "PLATED_PASSWORD": ODD})),
        ("query on the command line", PLAIN,
         lambda h: (f"rtsp://{USER}:{PLAIN}@{h}?user={USER}&password={PLAIN}&channel=1", None, {})),
        ("query with pwd in the configuration", PLAIN,
         lambda h: (None, f"source:\n  url: rtsp://{USER}:{PLAIN}@{h}?usr={USER}&pwd={PLAIN}\n", {})),
        ("path with password", PLAIN, lambda h: (f"rtsp://{h}/user={USER}_password={PLAIN}_channel=1_stream=0.sdp", None, {})),
    ]


def bad_sources(host):
    """What people mistype on a command line."""
    odd = quoted(ODD)
    return {
        "port out of range": f"rtsp://{USER}:{odd}@127.0.0.1:99999/camera",
        "port of letters": f"rtsp://{USER}:{odd}@127.0.0.1:abc/camera",
        "unknown scheme": f"rtps://{USER}:{odd}@{host}",
        "other scheme": f"ftp://{USER}:{PLAIN}@{host}",
        "one slash": f"rtsp:/{USER}:{PLAIN}@{host}",
        "no colon": f"rtsp//{USER}:{PLAIN}@{host}",
        "no scheme": f"{USER}:{PLAIN}@{host}",
        "backslashes": f"rtsp:\\\\{USER}:{PLAIN}@{host}",
        "capital scheme": f"RTSP://{USER}:{odd}@{host}",
        "not escaped, with @": f"rtsp://{USER}:p@{PLAIN}@{host}",
        "not escaped, with /": f"rtsp://{USER}:p/{PLAIN}@{host}",
        "not escaped, with #": f"rtsp://{USER}:p#{PLAIN}@{host}",
        "not escaped, with ?": f"rtsp://{USER}:p?{PLAIN}@{host}",
        "not escaped, with /@": f"rtsp://{USER}:/@{PLAIN}@{host}",
        "digits and a slash": f"rtsp://{USER}:12/{PLAIN}@{host}",
        "spaces": f"rtsp://{USER}:{PLAIN} {PLAIN}@{host}",
        "bad escapes": f"rtsp://{USER}:%zz{PLAIN}%4@{host}",
        "no @ and no host": f"rtsp://{USER}:{PLAIN}",
        "no @": f"rtsp://{USER}:{PLAIN}/{host}",
        "no host": f"rtsp://{USER}:{odd}@",
        "unknown host": f"rtsp://{USER}:{odd}@camera.invalid/x",
        "number in brackets": f"rtsp://{USER}:{odd}@[::1]:1/x",
        "user only in the query": f"http://{host}?user={USER}&password={PLAIN}",
        "query with a token": f"http://{host}?token={PLAIN}&x=1",
    }


def bad_arguments(host):
    url = f"rtsp://{USER}:{quoted(ODD)}@{host}"
    return {
        "no command": [url],
        "two sources": ["run", f"rtsp://{host}", url],
        "unknown option with a URL": ["run", "--source", url],
        "unknown option with = and a URL": ["run", f"--source={url}"],
        "a URL for --config": ["run", "--config", url],
        "a URL for --log": ["run", "clip.mp4", "--log", url],
        "a URL for --formats": ["run", "clip.mp4", "--formats", url],
        "a URL for --normalise": ["run", "clip.mp4", "--normalise", url],
        "a URL for --model": ["run", "clip.mp4", "--model", url],
        "a URL for --explain": ["run", "clip.mp4", "--explain", url],
        "a URL for --seconds": ["probe", "clip.mp4", "--seconds", url],
        "a URL for --log-level": ["run", "clip.mp4", "--log-level", url],
        "check a URL": ["check", url],
        "eval a URL": ["eval", url],
        "eval a URL for --sheet": ["eval", "/dev/null", "--sheet", url],
    }


def bad_configurations(host, folder):
    locked = folder / "folder.credentials"
    locked.mkdir(exist_ok=True)
    source = f"source:\n  url: rtsp://{host}\n  user: {USER}\n"
    lines = {
        "password twice": source + f"  password: {PLAIN}\n  password: {PLAIN}x\n",
        "a tab after it": source + f"  password: {PLAIN}\n\tx: 1\n",
        "a bracket after it": source + f"  password: {PLAIN}\n  transport: [tcp\n",
        "a quote that does not end": source + f'  password: "{PLAIN}\n',
        "wrong escape": source + f'  password: "\\q{PLAIN}"\n',
        "a misspelt key": source + f"  pasword: {PLAIN}\n",
        "a key of another name": source + f"  pass_phrase: {PLAIN}\n",
        "no key": source + f"  {PLAIN}\n",
        "as a key": source + f"  {PLAIN}:\n",
        "as a key, twice": source + f"  {PLAIN}: 1\n  {PLAIN}: 2\n",
        "as a list": source + f"  password: [{PLAIN}]\n",
        "as a section": source + f"  password: {{{PLAIN}: 1}}\n",
        "an anchor": source + f"  password: &{PLAIN}\n",
        "an alias": source + f"  password: *{PLAIN}\n",
        "a tag": source + f"  password: !{PLAIN}\n",
        "a percent sign": source + f"  password: %{PLAIN}\n",
        "an at sign": source + f"  password: @{PLAIN}\n",
        "a backtick": source + f"  password: `{PLAIN}\n",
        "a colon": source + f"  password: a: {PLAIN}\n",
        "a dollar that does not end": source + f"  password: ${{{PLAIN}\n",
        "a dollar within": source + f"  password: a${{{PLAIN}}}b\n",
        "no user": f"source:\n  url: rtsp://{host}\n  password: {PLAIN}\n",
        "for a file": f"source:\n  url: clip.mp4\n  user: {USER}\n  password: {PLAIN}\n",
        "password and file": source + f"  password: {PLAIN}\n  credentials_file: x\n",
        "in the name of the file": source + f"  credentials_file: {USER}:{PLAIN}\n",
        "a file that is a folder": source + f"  credentials_file: {locked}\n",
        "a URL for the source": f"source: rtsp://{USER}:{PLAIN}@{host}\n",
        "a list of URLs": f"source:\n  url: [rtsp://{USER}:{PLAIN}@{host}]\n",
        "a URL for the camera": f"camera: rtsp://{USER}:{PLAIN}@{host}\n" + source,
        "a URL for the transport": source + f"  transport: rtsp://{USER}:{PLAIN}@{host}\n",
        "a URL for the level": source + f"log: {{level: \"rtsp://{USER}:{PLAIN}@{host}\"}}\n",
        "a URL for a number": source + f"  stall_ms: rtsp://{USER}:{PLAIN}@{host}\n",
        "a URL for the size": source + f"  device: {{size: \"rtsp://{USER}:{PLAIN}@{host}\"}}\n",
        "a URL for the region": source + f"roi: rtsp://{USER}:{PLAIN}@{host}\n",
        "a URL alone": f"rtsp://{USER}:{PLAIN}@{host}\n",
        "an error elsewhere": source + f"  password: {PLAIN}\ngate: {{interval_ms: -1}}\nnonsense: 1\n",
    }
    for name, text in list(bad_sources(host).items()):
        lines["URL with " + name] = f"source:\n  url: {yaml(text)}\n"
    return lines


class Search:
    def __init__(self, plated, folder, every):
        self.plated, self.folder, self.every = plated, folder, every
        self.offered = self.trials = self.texts = 0
        self.places, self.commands, self.outcomes = set(), set(), {}
        self.leaks, self.faults = [], []
        self.window = 0
        # Most of a run is waiting.
        self.pool = concurrent.futures.ThreadPoolExecutor(4)
        self.running = []

    def trial(self, place, command, outcome, arguments, environment=(), configuration=None, statuses=None, **more):
        self.offered += 1
        if self.offered % self.every != 0:
            return
        future = self.pool.submit(
            Trial, self.folder, self.plated, command, arguments, dict(environment), configuration, **more)
        self.running.append((place, command, outcome, statuses, future))

    def finish(self):
        for place, command, outcome, statuses, future in self.running:
            trial = future.result()
            self.trials += 1
            self.texts += len(trial.seen)
            self.window = max(self.window, trial.window)
            self.places.add(place)
            self.commands.add(command)
            self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1
            for leak in trial.leaks():
                self.tell(self.leaks, "LEAK ", f"{place}, {command}, {outcome}: in {leak}")
            if statuses and trial.status not in statuses:
                said = b"\n".join(text for name, text in trial.seen if name == "the file output").decode(errors="replace")
                self.tell(self.faults, "FAULT", f"{place}, {command}, {outcome}: ended with {trial.status}: {said[-300:]}")
        self.running = []

    def tell(self, kind, word, what):
        kind.append(what)
        print(word, what, flush=True)

    def good(self, cameras):
        for outcome in OUTCOMES:
            for place, password, how in good_places(self.folder):
                source, configuration, environment = how(cameras.host(outcome, password))
                # `check` takes a configuration, `read` and `eval` take a source.
                commands = ("run", "probe") + (("check",) if configuration else ("read", "eval"))
                for command in commands:
                    if command == "check" and outcome != "let in":
                        continue
                    is_live = command != "check" and (outcome == "no answer" or outcome == "let in" and command != "probe")
                    statuses = None
                    if command == "run" and "path with" not in place:
                        statuses = {"let in": [0], "refused password": [69], "unknown path": [66], "no connection": [69]}.get(outcome)
                    self.trial(
                        place, command, outcome, [command, source] if source else None, environment, configuration, statuses,
                        is_live=is_live)

    def crashes(self, cameras):
        for number, backtrace in itertools.product((signal.SIGSEGV, signal.SIGABRT), ("enable=no", "enable=yes", None)):
            for place, password, how in good_places(self.folder)[::2]:
                source, configuration, environment = how(cameras.host("let in", password))
                environment = {**environment, **({"SWIFT_BACKTRACE": backtrace} if backtrace else {})}
                self.trial(
                    place, "run", f"crash by {number.name}", ["run", source] if source else None, environment, configuration,
                    crash=number, is_live=True)

    def bad(self, cameras):
        host = cameras.host("let in", PLAIN)
        for name, source in bad_sources(host).items():
            for command in ("run", "probe", "read", "eval"):
                self.trial(f"source with {name}", command, "mistyped", [command, source], is_live=True)
        for name, arguments in bad_arguments(host).items():
            command = arguments[0] if arguments[0] in COMMANDS else "none"
            self.trial(name, command, "mistyped", arguments)
        for name, text in bad_configurations(host, self.folder).items():
            for command in ("check", "run"):
                self.trial(f"configuration: {name}", command, "mistyped", None, (), text, is_live=True)


def main():
    built = [ROOT / f".build/{kind}/plated" for kind in (os.environ.get("PLATED_BUILT", "release"), "debug")]
    arguments = [argument for argument in sys.argv[1:] if argument != "--short"]
    every = 7 if "--short" in sys.argv else 1
    plated = pathlib.Path(arguments[0]) if arguments else next((path for path in built if path.exists()), None)
    if plated is None or len(arguments) > 1:
        sys.exit(__doc__)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        cameras = Cameras(folder)
        try:
            search = Search(plated.resolve(), folder, every)
            for part in (search.bad, search.good, search.crashes):
                part(cameras)
                search.finish()
        finally:
            cameras.close()
    print(f"{len(search.places)} places, {len(search.commands)} commands, {len(search.outcomes)} outcomes "
          f"({', '.join(f'{name} {count}' for name, count in search.outcomes.items())})")
    print(f"{search.trials} runs, {search.texts} texts searched in {time.monotonic() - began:.0f} s: {len(search.leaks)} leaks, "
          f"{len(search.faults)} other faults")
    print(f"a URL's password stood in ps for at most {search.window:.2f} s, until the program had been loaded")
    sys.exit(1 if search.leaks or search.faults else 0)


if __name__ == "__main__":
    main()
