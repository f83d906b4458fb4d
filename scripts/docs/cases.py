"""How each command of the pages is proved: run here, or by the test or script that is named."""
from dataclasses import dataclass

from pages import ROOT

EVENT = r'"schema":"plated.event/1".*"plate":"(47XKP3|HBTK5839|FN64WKZ|TXR538H)"'

PROBED = r"plate +(47XKP3|HBTK5839|FN64WKZ|TXR538H): read "


@dataclass(frozen=True)
class Here:
    """Is run in a folder with the demo's clip and a picture; its output holds the pattern."""

    shows: str
    # Ended with SIGINT when that is shown.
    endless: bool = False
    # The name of a log of the demo's clip that is there for it alone.
    log: str | None = None


@dataclass(frozen=True)
class Elsewhere:
    """Is run by another test or script, whose text holds this."""

    path: str
    text: str

    def problem(self) -> str | None:
        if self.text in (ROOT / self.path).read_text():
            return None
        return f"{self.path} no longer holds {self.text}"


PACKAGE = "scripts/test-package"
VM = "scripts/vm/scenario"
CI = ".ci/run"


def booted(page: str, heading: str) -> Elsewhere:
    """The whole section is run, word for word, by scripts/test-service."""
    return Elsewhere("scripts/docs/service.py", f'("{page}", "{heading}")')


SERVICE = booted("README.md", "Run it as a service")
SETUP = booted("docs/service.md", "Set up a camera")
DELETING = booted("docs/personal-data.md", "Deleting")
AWAY = booted("docs/service.md", "Take it away")
BACKUP = booted("docs/service.md", "Back up, or move to another machine")
ONE_KEY = booted("docs/personal-data.md", "One key for two cameras")
KEY = booted("docs/proof.md", "Hand out the public key")
MODELS = "Tests/PlatedTests/ModelsCommandTests.swift"
HUB = "Tests/HubTests/CommandTests.swift"
SESSIONS = "Tests/HubTests/SessionTests.swift"
DOORS = "Tests/HubTests/DoorCommandTests.swift"
LISTS = "Tests/HubTests/ListCommandTests.swift"
FORGET = "Tests/HubTests/ForgetTests.swift"
TYPED = "Tests/HubTests/ForgetTypedTests.swift"
METRICS = "scripts/console/metrics.py"
PICTURES = "scripts/console/pictures.py"
HUB_SETUP = booted("docs/hub.md", "Set it up")
CONSOLE_SETUP = booted("docs/console.md", "Set up a camera")
NIGHTLY = booted("docs/hub.md", "Every night")
HUB_MENDING = booted("docs/hub.md", "When something is wrong")

COMMANDS: dict[str, Here | Elsewhere] = {
    'export PATH="$PWD/.build/release:$PATH"': Here(""),
    "plated run demo/demo.mp4": Here(EVENT),
    "plated run demo/demo.mp4 --explain why.ndjson": Here(EVENT),
    "plated run demo/demo.mp4 --formats nl,de": Here(r'"format":'),
    "plated run demo/demo.mp4 --state kept": Here(r'"evidence":.*"crop":{"path":".*"scene":{"path":'),
    "plated run rtsp://192.0.2.10/stream": Here(EVENT, endless=True),
    "plated read photo.jpg": Here(EVENT),
    "plated read photo.jpg --config gate.yaml --engine remote --polygons": Elsewhere("Tests/PlatedTests/RemoteCommandTests.swift", '"--engine", "remote", "--polygons"'),
    "plated probe rtsp://192.0.2.10/stream": Here(PROBED),
    "plated probe rtsp://192.0.2.10/stream --picture seen.jpg --sheet seen.html": Here(PROBED),
    "plated probe demo/demo.mp4 --picture seen.jpg": Here(PROBED),
    "plated eval my-pictures --sheet lost.html": Here(r"1 of 1|100"),
    "plated eval --help": Here(r"image,id,name,xMin,xMax,yMin,yMax"),
    "plated tune rush.mp4 --config gate.yaml --sheet tuned.html": Here(r"(?s)agreed  doubtful.*interval_ms: 200 .*Nothing was changed"),
    "plated tune rush.mp4 --truth plates.csv --config gate.yaml": Here(r"(?s)4 plates came by.*interval_ms: 200 .*With that: 4 right, 0 wrong"),
    "plated verify gate.ndjson": Here(r"^gate.ndjson: whole", log="gate.ndjson"),
    "sudo plated key": KEY,
    "sudo plated key --pem > plated.pem": KEY,
    "sudo plated verify /var/log/plated/gate.ndjson --key plated.pem": KEY,
    "plated models list": Here(r"cct-xs-v2-global +reader"),
    "scripts/demo": Elsewhere("scripts/test-docs", "scripts/demo"),
    "scripts/package": Elsewhere(PACKAGE, "scripts/package --release"),
    "scripts/build-release": Elsewhere("scripts/package", "scripts/build-release"),
    "sudo apt-get install ./dist/plated_*.deb": Elsewhere(PACKAGE, "apt-get install -y --no-install-recommends /tmp/plated.deb"),
    "sudo systemctl enable --now plated@gate": SERVICE,
    "systemctl status plated@gate": SERVICE,
    "sudo tail -F /var/log/plated/gate.ndjson": SERVICE,
    "sudo editor /etc/plated/gate.yaml": SETUP,
    "sudo journalctl -u plated@gate -n 50": SETUP,
    "sudo install -m 600 /dev/null /etc/plated/gate.credentials": SETUP,
    "sudo editor /etc/plated/gate.credentials": SETUP,
    "plated check /etc/plated/gate.yaml && sudo systemctl restart plated@gate": SETUP,
    "sudo systemctl stop 'plated@*' plated-hub": BACKUP,
    "sudo sh -c 'umask 077; cd /; tar -czf /root/plated-backup.tar.gz etc/plated var/log/private/plated var/lib/private/plated* $(find etc/systemd/system -maxdepth 1 -name \"plated*.d\")'": BACKUP,
    "sudo tar -C / -xzf /root/plated-backup.tar.gz": BACKUP,
    "sudo systemctl daemon-reload": BACKUP,
    "sudo systemctl enable --now plated@gate plated-hub": BACKUP,
    "sudo groupadd --system plate-keys": ONE_KEY,
    "echo 'd /run/plated-keys 2770 root plate-keys' | sudo tee /etc/tmpfiles.d/plated-keys.conf": ONE_KEY,
    "sudo systemd-tmpfiles --create plated-keys.conf": ONE_KEY,
    "sudo systemctl start plated@gate plated-hub": BACKUP,
    "sudo systemctl disable --now plated@gate": DELETING,
    "sudo sh -c 'rm /var/log/plated/gate.ndjson*'": DELETING,
    "sudo rm -rf /var/lib/private/plated/gate /var/lib/plated/gate": DELETING,
    "sudo sh -c 'rm -f /etc/plated/gate.yaml* /etc/plated/gate.credentials /etc/plated/gate.remote-key'": DELETING,
    "sudo sh -c 'rm /var/lib/plated-hub/history.sqlite*'": DELETING,
    "sudo apt-get install ./dist/plated-hub_*.deb": Elsewhere("scripts/test-service", "./dist/plated-hub_*.deb"),
    "sudo systemctl enable --now plated-hub": HUB_SETUP,
    "sudo plated-hub status": HUB_SETUP,
    "sudo cp /usr/share/plated/hub.yaml /etc/plated/hub.yaml": HUB_SETUP,
    "sudo editor /etc/plated/hub.yaml": HUB_SETUP,
    "sudo plated-hub check": HUB_SETUP,
    "sudo systemctl restart plated-hub": HUB_SETUP,
    "sudo plated-hub search AB12CDE": Elsewhere(HUB, '(["AB12CDE"]'),
    "sudo plated-hub search 'AB1*' --from \"yesterday 14:00\" --camera gate": Elsewhere(HUB, '(["AB1*"]'),
    "sudo plated-hub search 'A?12CDE' --match alike --format csv": Elsewhere(HUB, '"--match", "alike"]'),
    "sudo plated-hub show 01M7K2Q8Z0V3J5T9XW4R6N1B8C": Elsewhere(HUB, 'scene.hub("show", id)'),
    'sudo plated-hub gaps --from "3 days ago"': Elsewhere(HUB, 'scene.hub("gaps")'),
    "sudo plated-hub doors": Elsewhere(DOORS, 'scene.hub("doors")'),
    "sudo plated-hub doors barrier --state withheld --from yesterday": Elsewhere(DOORS, '"doors", "barrier", "--state", "withheld", "--from", "yesterday"'),
    "sudo plated-hub sessions": Elsewhere(SESSIONS, 'scene.hub("sessions")'),
    "sudo plated-hub sessions park --overstay": Elsewhere(SESSIONS, '"sessions", "park", "--overstay"'),
    "sudo plated-hub sessions park --from yesterday --format csv": Elsewhere(SESSIONS, '"--from", "yesterday"'),
    "sudo plated-hub stats --by day --from 2026-11-01": Elsewhere(HUB, 'scene.hub("stats", "--from", "2024-11-01"'),
    "sudo plated-hub export --plate AB12CDE --output ab12cde.zip": Elsewhere(FORGET, '"export", "--plate", "AB12CDE", "--output", scene.folder.file(name)'),
    'sudo plated-hub export --from "7 days ago" --format dataset --output week': Elsewhere("Tests/HubTests/DatasetExportTests.swift", '"export", "--format", "dataset", "--output", out'),
    "sudo systemctl enable --now plated-export.timer": NIGHTLY,
    "echo 'e /var/lib/private/plated-exports - - - 30d' | sudo tee /etc/tmpfiles.d/plated-exports.conf": NIGHTLY,
    "sudo plated-hub export --from 2026-11-20 --to 2026-11-20 --format csv": Elsewhere(HUB, '["--from", "2024-11-20", "--to", "2024-11-20"]'),
    "sudo systemctl enable --now plated-settings.socket": CONSOLE_SETUP,
    "sudo plated-hub user add anna --role admin": Elsewhere("scripts/console/drive.py", 'stage.run("user", "add", user, "--role", role'),
    "sudo plated-hub token add board --role viewer --camera gate --days 90": Elsewhere("scripts/console/scope.py", 'stage.run("token", "add", "barrier", "--role"'),
    "sudo apt-get install prometheus": Elsewhere("scripts/test-console", "apt-get download -qq prometheus"),
    "sudo plated-hub token add prometheus --role viewer --days 3650 | sudo tee /etc/prometheus/plated.token >/dev/null": Elsewhere(METRICS, '"add", "prometheus", "--role", "viewer", "--days", "3650"'),
    "sudo chown prometheus: /etc/prometheus/plated.token": Elsewhere(METRICS, "/etc/prometheus/plated.token"),
    "sudo chmod 600 /etc/prometheus/plated.token": Elsewhere(METRICS, "/etc/prometheus/plated.token"),
    "sudo cp /usr/share/doc/plated/docs/integrations/grafana/alerts.yml /etc/prometheus/plated-alerts.yml": Elsewhere(METRICS, "/etc/prometheus/plated-alerts.yml"),
    "sudo editor /etc/prometheus/prometheus.yml": Elsewhere(METRICS, "(rule_files:.*?)"),
    "promtool check config /etc/prometheus/prometheus.yml": Elsewhere(METRICS, '"promtool", "check", "config"'),
    "sudo systemctl restart prometheus": Elsewhere(METRICS, 'programs / "prometheus"'),
    "sudo systemctl enable --now plated-pictures.socket": Elsewhere(PICTURES, "def handed_over"),
    "sudo systemctl stop plated-pictures.service": Elsewhere("scripts/docs/service.py", 'step("sudo systemctl stop plated-pictures.service")'),
    "sudo plated-hub token add frigate --role reader --days 365": Elsewhere(PICTURES, '"token", "add", "frigate", "--role", "reader", "--days", "365"'),
    'curl --header "Authorization: Token $TOKEN" --form upload=@car.jpg http://127.0.0.1:8480/v1/plate-reader/': Elsewhere(PICTURES, "def shown"),
    """curl --header "Authorization: Token $TOKEN" --form upload=@car.jpg --form regions=nl --form 'config={"region":"strict"}' http://127.0.0.1:8480/v1/plate-reader/""": Elsewhere(PICTURES, "def shown"),
    "curl --form upload=@car.jpg http://127.0.0.1:32168/v1/vision/alpr": Elsewhere(PICTURES, "def shown"),
    "plated check /etc/plated/pictures.yaml --source car.jpg": Elsewhere(PICTURES, '"check", settings, "--source"'),
    "sudo plated-hub list add staff AB12CDE --kind allow --note director --until 2027-01-31": Elsewhere(LISTS, '"add", "staff", "AB12CDE", "--kind", "allow", "--note", "director", "--until", "2027-01-31"'),
    "sudo plated-hub list import stolen stolen.csv --kind wanted": Elsewhere(LISTS, '"import", "stolen", file, "--kind", "wanted"'),
    "sudo plated-hub list check AB12CDE --camera gate": Elsewhere(LISTS, '"check", "AB12CDE", "--camera", "gate"'),
    "sudo plated-hub list show staff": Elsewhere(LISTS, '"show", "staff"'),
    "sudo plated-hub list export staff": Elsewhere(LISTS, '"export", "staff"'),
    "sudo plated-hub list remove staff AB12CDE": Elsewhere(LISTS, '"remove", "staff", "AB12CDE"'),
    "sudo plated-hub list remove stolen --all": Elsewhere(LISTS, '"remove", "stolen", "--all"'),
    "sudo plated-hub forget -": Elsewhere(TYPED, 'scene.shell(typed, "forget", "-")'),
    "sudo plated-hub forget - --yes": Elsewhere(TYPED, 'scene.shell(typed, "forget", "-", "--yes")'),
    "sudo systemctl stop plated-hub": HUB_MENDING,
    "sudo plated-hub rebuild": HUB_MENDING,
    "sudo systemctl start plated-hub": HUB_MENDING,
    "scripts/build-release plated plated-hub": Elsewhere("scripts/package", "scripts/build-release plated plated-hub"),
    "scripts/test": Elsewhere(CI, "scripts/test"),
    "scripts/test --filter SmootherTests": Elsewhere(CI, "scripts/test"),
    "scripts/test-docs": Elsewhere("scripts/nightly", "scripts/test-docs"),
    "scripts/format": Elsewhere("scripts/test", "scripts/format --check"),
    "sudo apt-get install libonnxruntime1.21": Elsewhere(PACKAGE, 'apt-get install -y "$runtime"'),
    "sudo scripts/install-onnxruntime --system": Elsewhere(PACKAGE, "install-onnxruntime --system"),
    "sudo apt-get remove plated plated-hub": AWAY,
    "sudo cp /usr/share/plated/plated.yaml /etc/plated/gate.yaml": Elsewhere(PACKAGE, 'cp "$root/usr/share/plated/plated.yaml" "$root/etc/plated/gate.yaml"'),
    "plated check /etc/plated/gate.yaml": Elsewhere(PACKAGE, "plated check /etc/plated/gate.yaml"),
    "sudo scripts/install": Elsewhere(PACKAGE, 'scripts/install --binary /tmp/plated'),
    "sudo scripts/uninstall": Elsewhere(PACKAGE, "scripts/uninstall"),
    "scripts/install-onnxruntime": Elsewhere("scripts/test", "scripts/install-onnxruntime"),
    "plated run /dev/video0": Elsewhere(VM, "/dev/video0"),
    "plated probe /dev/video0": Elsewhere(VM, "plated probe /dev/video0"),
    "plated models install cct-xs-v2-global": Elsewhere(MODELS, 'arguments("install", "net"'),
    "plated models install yolo-v9-t-416 cct-xs-v2-global": Elsewhere(MODELS, 'arguments("install", "net"'),
    "plated models install cct-xs-v2-global --from ~/Downloads": Elsewhere(MODELS, '"--from"'),
    "plated models verify": Elsewhere(MODELS, 'arguments("verify")'),
    "PLATED_FIGURES=1 scripts/test --filter LossTests": Elsewhere("Tests/FFmpegCaptureTests/LossTests.swift", "PLATED_FIGURES"),
}
