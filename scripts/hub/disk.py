"""A small disk of its own, which can be filled."""
import subprocess
from pathlib import Path


class Disk:
    """A file system of 96 MB in memory where this user may mount one, else a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", str(path)]
        self.is_own = subprocess.run(mount, stderr=subprocess.DEVNULL).returncode == 0

    def fill(self) -> None:
        """Takes all room, to the last byte."""
        with open(self.path / "filler", "wb", buffering=0) as file:
            size = 1 << 20
            while size:
                try:
                    file.write(bytes(size))
                except OSError:
                    size //= 2

    def free(self) -> None:
        (self.path / "filler").unlink()

    def close(self) -> None:
        if self.is_own:
            # What still holds it lets go of it later.
            subprocess.run(["umount", "--lazy", str(self.path)], check=True)
