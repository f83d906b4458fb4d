"""Prints what scripts/test-service runs inside the booted system: the commands of these sections, word for word, in this order."""
import shlex

from pages import blocks

SECTIONS = [
    ("README.md", "Run it as a service"),
    ("docs/service.md", "Set up a camera"),
    ("docs/proof.md", "Hand out the public key"),
    ("docs/hub.md", "Set it up"),
    ("docs/hub.md", "Every night"),
    ("docs/hub.md", "When something is wrong"),
    ("docs/console.md", "Open it"),
    ("docs/console.md", "Set up a camera"),
    ("docs/personal-data.md", "One key for two cameras"),
    ("docs/integrations/plate-recognizer.md", "Pictures, as Snapshot reads them"),
    ("docs/service.md", "Back up, or move to another machine"),
    ("docs/personal-data.md", "Deleting"),
    ("docs/service.md", "Take it away"),
]
# Run where the system is made, since the mirror is not reached inside; and what needs the source tree.
BEFORE = ["scripts/package", "sudo apt-get install ./dist/plated_*.deb", "sudo apt-get install ./dist/plated-hub_*.deb",
          "scripts/build-release plated plated-hub", "sudo scripts/install", "sudo scripts/uninstall"]


def step(command: str) -> str:
    if "plated-hub user add" in command:
        # The password that a person would type.
        return f"runs {shlex.quote(f'echo correct horse battery | {command}')}\nlogs_in"
    if "plated-hub token add" in command:
        return f"gives {shlex.quote(command)}"
    quoted = shlex.quote(command)
    if "/v1/plate-reader/" in command:
        # Of countries that no plate of the clip is from, there is none.
        pattern = r'"results":\[' if "regions=" in command else r'"plate":"[a-z0-9]'
        return f"reads {shlex.quote(pattern)} {quoted}"
    if "tar -czf /root/plated-backup.tar.gz" in command:
        # With changes to a unit, and readable to root alone.
        change = "mkdir -p /etc/systemd/system/plated-hub.service.d && printf \"[Service]\\n\" >/etc/systemd/system/plated-hub.service.d/own.conf"
        names = "history.sqlite$|gate.ndjson$|seal.key$|gate.yaml$|own.conf$"
        return (
            f"runs {shlex.quote(change)}\nruns {quoted}\n"
            f"runs 'tar -tf /root/plated-backup.tar.gz | grep -c -E \"{names}\" | grep -qx 5'\n"
            "runs 'test $(stat -c %a /root/plated-backup.tar.gz) = 600'")
    if "plated-settings.socket" in command:
        return f"runs {quoted}\nsets_up"
    if "plated-export.timer" in command:
        return f"runs {quoted}\nexports"
    if "plated-exports.conf" in command:
        return f"runs {quoted}\nages_exports"
    if "systemd-tmpfiles" in command:
        return f"runs {quoted}\nshares_key"
    return f"follows {quoted}" if "tail -F" in command else f"runs {quoted}"


def main() -> None:
    for page, heading in SECTIONS:
        print(f"section {shlex.quote(f'{page}: {heading}')}")
        for block in blocks(page):
            if block.heading == heading:
                for command in block.commands:
                    if command not in BEFORE:
                        print(step(command))
        if (page, heading) == ("docs/hub.md", "When something is wrong"):
            print("section 'What the hub may reach'\ndelivers\nsection 'Logs that are too old'\nages")
        if heading == "Pictures, as Snapshot reads them":
            # Other settings count from the next picture on, and the socket is still there.
            print(step("sudo systemctl stop plated-pictures.service"))
            commands = [command for block in blocks(page) if block.heading == heading for command in block.commands]
            print(step(next(command for command in commands if "upload=" in command and "regions=" not in command)))


if __name__ == "__main__":
    main()
