"""What the scripts in this folder share: writers of numbered events, and the check of what is in a log in the end."""
import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time


class Violation(Exception):
    pass


def must(condition, message):
    if not condition:
        raise Violation(message)


def wait_for(condition, what, seconds=30):
    deadline = time.monotonic() + seconds
    while not condition():
        must(time.monotonic() < deadline, f"no {what} within {seconds} s")
        time.sleep(0.005)


class Writer:
    """One run of plated-logwriter; its words go to files, which a kill does not take away."""

    def __init__(self, case, log, *options, first=0, state=None, limit=None, before=()):
        self.words = case.path(f"words.{first}")
        self.talk = case.path(f"talk.{first}")
        if state:
            options = (*options, "--spool", os.path.join(state, "gate.ndjson.spool"))

        def prepare():
            if limit:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

        # Appended to, since a limit of the file size counts for these as well.
        with open(self.words, "wb") as words, open(self.talk, "wb") as talk:
            self.process = subprocess.Popen(
                [*before, case.logwriter, log, "--first", str(first), "--key", case.path("seal.key"), *options],
                stdout=words, stderr=talk, preexec_fn=prepare)
        case.writers.append(self)

    def said(self):
        with open(self.words, "rb") as file:
            # The last word may be cut by a kill.
            return [line.decode().strip() for line in file if line.endswith(b"\n")]

    def numbers(self, word):
        return [int(line.split()[1]) for line in self.said() if line.startswith(word + " ")]

    def acknowledged(self):
        return self.numbers("ack")

    def complaints(self):
        with open(self.talk, errors="replace") as file:
            return file.read()

    def wait_for_events(self, count):
        wait_for(lambda: len(self.said()) >= count or self.process.poll() is not None, f"{count} events")
        must(len(self.said()) >= count, f"the writer ended with {self.process.poll()}: {self.complaints()}")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, status=0):
        self.process.send_signal(signal.SIGTERM)
        self.finish(status)

    def finish(self, status=0):
        try:
            code = self.process.wait(timeout=120)
        except subprocess.TimeoutExpired:
            raise Violation(f"the writer did not end: {self.complaints()}")
        must(code == status, f"the writer exited with {code} and not {status}: {self.complaints()}")


class Case:
    """A scenario: a folder of its own, the writers in it, and the check at its end."""

    def __init__(self, tools, name):
        self.logwriter = tools.logwriter
        self.plated = tools.plated
        self.name = name
        self.folder = tempfile.mkdtemp(prefix="plated-log-")
        self.state = self.path("state")
        os.mkdir(self.state)
        self.writers = []
        self.mounts = []
        self.fragments = []
        self.seals = self.chains = 0
        self.next = 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def range(self):
        """Numbers for one more run."""
        self.next += 1_000_000
        return self.next

    def mount(self, name, size):
        """A small file system; None where that is not permitted."""
        path = self.path(name)
        os.makedirs(path, exist_ok=True)
        command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "plated-test", path]
        try:
            if subprocess.run(command, stderr=subprocess.DEVNULL).returncode != 0:
                return None
        except OSError:
            return None
        self.mounts.append(path)
        return path

    def close(self):
        for writer in self.writers:
            if writer.process.poll() is None:
                writer.kill()
        for mount in self.mounts:
            subprocess.run(["umount", "-l", mount], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def check(self, logs):
        """Every line is JSON, everything acknowledged is there, nothing is there twice; returns the figures."""
        seen, identifiers, torn = {}, set(), []
        for path in logs:
            with open(path, "rb") as file:
                content = file.read()
            must(content == b"" or content.endswith(b"\n"), f"{path} ends in {content[-60:]!r}")
            for number, line in enumerate(content.splitlines(), 1):
                try:
                    record = json.loads(line)
                except ValueError:
                    raise Violation(f"{path}:{number} is not JSON: {line[:200]!r}")
                must(record["id"] not in identifiers, f"{path}:{number}: the id {record['id']} is there twice")
                identifiers.add(record["id"])
                if record["schema"] == "plated.seal/1":
                    continue
                if record["schema"] == "plated.torn/1":
                    torn.append(bytes.fromhex(record["fragment_hex"]) if "fragment_hex" in record
                                else record["fragment"].encode())
                    continue
                event = int(record["plate"][1:])
                must(event not in seen, f"{path}:{number}: event {event} is there twice")
                seen[event] = path
        acknowledged = [number for writer in self.writers for number in writer.acknowledged()]
        missing = [number for number in acknowledged if number not in seen]
        must(not missing, f"{len(missing)} acknowledged events are missing, such as {missing[:5]}")
        for fragment in self.fragments:
            must(fragment in torn, f"the torn end {fragment[:60]!r} is lost")
        # One that was moved away before anything was written to it has nothing to verify.
        self.verify([path for path in logs if os.path.getsize(path) > 0])
        return len(acknowledged), len(seen), len(torn)

    def verify(self, logs):
        """Every line is tied to the one before it, over all files, and every seal is right."""
        result = subprocess.run([self.plated, "verify", "--format", "json", *logs], capture_output=True, text=True)
        must(result.returncode in (0, 1), f"verify ended with {result.returncode}: {result.stderr}")
        for log in json.loads(result.stdout)["logs"]:
            must(log["whole"], f"the chain is broken: {log['findings'][:5]}")
            self.seals += log["seals"]
            self.chains += log["lines"] > 0

    def report(self, figures, extra):
        acknowledged, written, torn = figures
        print(f"ok      {self.name}: {extra}; {acknowledged} acknowledged, {written} in the log, {torn} torn; "
              f"0 missing, 0 twice, 0 broken lines; {self.chains} chains whole, {self.seals} seals right", flush=True)
