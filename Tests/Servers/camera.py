#!/usr/bin/python3
"""A camera that can be broken on purpose: an endless RTSP stream of clips: H.264 (.h264) or H.265 (.h265) with access unit
delimiters, or JPEG (.mjpeg).

    camera.py CLIP [CLIP...] [--address A] [--port N] [--fps 10] [--epoch T] [--user U --password P]

Time goes on by the wall clock: the picture shown at time t is number (t - epoch) * fps of the clip, from its start again after its
end, whether anybody watches or not and whether the camera was restarted meanwhile. A new client gets its first picture at the next
key frame.

Commands on standard input, one a line: `stall` (send nothing, answer nothing new, keep connections), `freeze` (the same picture
again and again), `resume`, `clip N` (go on with another clip at its next key frame; where that has another codec, as a camera
does that was set to it: all connections end, and the next ones get that).

Says on standard output: `ready PORT T`, `play T` and `gone T` for a client, `frame NUMBER T` for every picture sent to one, and
`frozen NUMBER T` while it is the same one again and again; times in seconds since 1970.
"""
import argparse
import re
import sys
import threading
import time

from rtsp import access_units, authorise, codec, launch  # it asks for the versions of what follows
from gi.repository import GLib, Gst, GstRtspServer


def say(*words):
    # In one piece: threads speak at the same time, and a kill may come at any moment.
    sys.stdout.write(" ".join(map(str, words)) + f" {time.time():.3f}\n")
    sys.stdout.flush()


class Clip:
    """Access units in order, and which of them can be decoded by themselves."""

    def __init__(self, path):
        self.path = path
        self.codec = codec(path)
        self.units = access_units(path)
        self.is_key = [re.search(self.codec.key, unit) is not None for unit in self.units]


class Viewer:
    """One stream that is being sent."""

    def __init__(self, source):
        self.source = source
        self.first = None
        self.is_playing = False


class Camera:
    def __init__(self, options):
        self.fps, self.epoch = options.fps, options.epoch
        self.clips = [Clip(path) for path in options.clips]
        self.clip = self.clips[0]
        self.wanted = self.clip
        self.state = "resume"
        self.viewers = []
        self.lock = threading.Lock()
        self.last = self.number()
        self.still = None
        # What new clients get, and how to make the others go.
        self.factory = self.end_all = None

    def number(self):
        return int((time.time() - self.epoch) * self.fps)

    def command(self, line):
        words = line.split()
        if words and words[0] in ("stall", "freeze", "resume"):
            if self.state == "freeze":
                # What comes next is built on pictures that were not sent.
                with self.lock:
                    self.await_key()
            self.state = words[0]
            self.still = None
        elif words and words[0] == "clip":
            self.wanted = self.clips[int(words[1])]
            if self.wanted.codec is not self.clip.codec:
                with self.lock:
                    self.clip = self.wanted
                    self.viewers.clear()
                self.factory.set_launch(launch(self.clip.path, self.fps, "max-bytes=0"))
                self.end_all()

    def await_key(self):
        for viewer in self.viewers:
            viewer.first = None if viewer.first is None else -1

    def tick(self):
        number = self.number()
        if number == self.last:
            return True
        # What the machine was too slow for is sent late and not left out: the pictures after it refer to it. After a real pause
        # there is a hole, and viewers wait for the next key frame.
        numbers = range(self.last + 1, number + 1)
        if len(numbers) > self.fps:
            numbers = [number]
            with self.lock:
                self.await_key()
        self.last = number
        for number in numbers:
            self.send(number)
        return True

    def send(self, number):
        if self.wanted is not self.clip and self.wanted.is_key[number % len(self.wanted.units)]:
            self.clip = self.wanted
        at = number % len(self.clip.units)
        unit, is_key = self.clip.units[at], self.clip.is_key[at]
        if self.state == "stall":
            with self.lock:
                self.await_key()
            return
        shown, is_frozen = number, False
        if self.state == "freeze":
            if self.still is None and is_key:
                self.still = (unit, number)
            if self.still is not None:
                (unit, shown), is_frozen = self.still, True
        with self.lock:
            viewers = list(self.viewers)
        sent = False
        for viewer in viewers:
            if viewer.first is None or viewer.first < 0:
                if not is_key:
                    continue
                viewer.begin = number if viewer.first is None else viewer.begin
                viewer.first = viewer.begin
            buffer = Gst.Buffer.new_wrapped(unit)
            buffer.pts = buffer.dts = int((number - viewer.first) * Gst.SECOND / self.fps)
            buffer.duration = int(Gst.SECOND / self.fps)
            viewer.source.emit("push-buffer", buffer)
            sent = sent or viewer.is_playing
        if sent:
            say("frozen" if is_frozen else "frame", shown)

    # Called in threads of clients.

    def configure(self, _factory, media):
        viewer = Viewer(media.get_element().get_child_by_name("source"))
        with self.lock:
            self.viewers.append(viewer)
        media.connect("new-state", self.changed, viewer)
        media.connect("unprepared", self.gone, viewer)

    def changed(self, _media, state, viewer):
        if state == int(Gst.State.PLAYING) and not viewer.is_playing:
            viewer.is_playing = True
            say("play")

    def gone(self, _media, viewer):
        with self.lock:
            if viewer in self.viewers:
                self.viewers.remove(viewer)
        if viewer.is_playing:
            say("gone")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clips", nargs="+")
    parser.add_argument("--address", default="127.0.0.1")
    parser.add_argument("--port", default="0")
    parser.add_argument("--fps", type=int, default=10)
    parser.add_argument("--epoch", type=float, default=time.time())
    parser.add_argument("--user")
    parser.add_argument("--password")
    return parser.parse_args()


def main():
    options = arguments()
    Gst.init(None)
    camera = Camera(options)
    server = GstRtspServer.RTSPServer()
    server.set_address(options.address)
    server.set_service(options.port)
    # A thread for each client, so that one that hangs holds up no other.
    server.get_thread_pool().set_max_threads(-1)
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(launch(camera.clip.path, options.fps, "max-bytes=0"))
    factory.connect("media-configure", camera.configure)
    camera.factory = factory
    camera.end_all = lambda: server.client_filter(lambda *_: GstRtspServer.RTSPFilterResult.REMOVE)
    if options.user:
        authorise(server, factory, options.user, options.password)
    server.get_mount_points().add_factory("/camera", factory)
    if not server.attach(None):
        raise SystemExit(f"cannot listen on {options.address}:{options.port}")
    loop = GLib.MainLoop()

    def listen():
        for line in sys.stdin:
            camera.command(line)
        # Whoever started it is gone.
        loop.quit()

    threading.Thread(target=listen, daemon=True).start()
    GLib.timeout_add(15, camera.tick)
    say("ready", server.get_bound_port())
    loop.run()


main()
