"""The lines between sites and the web server: small forwarders of this process, which may be cut, or fall silent without a word."""
import asyncio
import contextlib
import threading


class Links:
    """A line for each site. It is a port of its own, so that one site can be cut off alone."""

    def __init__(self, sites: list[str], ends: list[int]) -> None:
        self.loop = asyncio.new_event_loop()
        self.open: dict[str, bool] = {site: True for site in sites}
        self.flowing: dict[str, asyncio.Event] = {}
        self.ends: dict[str, set[asyncio.StreamWriter]] = {site: set() for site in sites}
        self.ports: dict[str, list[int]] = {}
        self.ready = threading.Event()
        threading.Thread(target=self._run, args=(sites, ends), daemon=True).start()
        if not self.ready.wait(20):
            raise RuntimeError("the links do not come up")

    def cut(self, site: str) -> None:
        """Connections end, and no new one is made."""
        self.open[site] = False
        self.loop.call_soon_threadsafe(self._end, site)

    def silence(self, site: str) -> None:
        """Nothing comes through any more, and nobody is told."""
        self.loop.call_soon_threadsafe(self.flowing[site].clear)

    def mend(self, site: str) -> None:
        self.open[site] = True
        self.loop.call_soon_threadsafe(self.flowing[site].set)

    # Of the thread.

    def _run(self, sites: list[str], ends: list[int]) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._listen(sites, ends))
        self.ready.set()
        self.loop.run_forever()

    async def _listen(self, sites: list[str], ends: list[int]) -> None:
        for site in sites:
            self.flowing[site] = asyncio.Event()
            self.flowing[site].set()
            self.ports[site] = []
            for end in ends:
                server = await asyncio.start_server(
                    lambda reader, writer, site=site, end=end: self._take(site, end, reader, writer), "127.0.0.1", 0)
                self.ports[site].append(server.sockets[0].getsockname()[1])

    async def _take(self, site: str, end: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.open[site]:
            return writer.close()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", end)
        except OSError:
            return writer.close()
        self.ends[site] |= {writer, far_writer}
        if not self.open[site]:
            self._end(site)
        await asyncio.gather(self._carry(site, reader, far_writer), self._carry(site, far_reader, writer))
        self.ends[site] -= {writer, far_writer}

    async def _carry(self, site: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while part := await reader.read(65_536):
                await self.flowing[site].wait()
                writer.write(part)
                await writer.drain()
        writer.close()

    def _end(self, site: str) -> None:
        for end in self.ends[site]:
            end.transport.abort()
