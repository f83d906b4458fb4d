#!/usr/bin/python3
"""A real RTSP server for tests: serves an elementary stream (H.264 or H.265 with access unit delimiters, or JPEG) as an
endless live camera.

    rtsp_server.py CLIP.h264 [--address A] [--port N] [--path /P] [--auth none|basic|digest] [--user U --password P] [--fps 25]
                   [--stall-after SECONDS]

Prints `ready PORT` when it listens, and `loop SECONDS_SINCE_1970` whenever the clip's first frame is sent.
With --stall-after the camera stops sending while the connection stays up.
"""
import argparse
import time

from rtsp import access_units, authorise, launch  # it asks for the versions of what follows
from gi.repository import GLib, Gst, GstRtspServer


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clip")
    parser.add_argument("--address", default="127.0.0.1")
    parser.add_argument("--port", default="0")
    parser.add_argument("--path", default="/camera")
    parser.add_argument("--auth", choices=["none", "basic", "digest"], default="none")
    parser.add_argument("--user", default="camera")
    parser.add_argument("--password", default="secret")
    parser.add_argument("--fps", type=int, default=25)
    parser.add_argument("--stall-after", type=float, default=0)
    return parser.parse_args()


def main():
    options = arguments()
    units = access_units(options.clip)
    Gst.init(None)
    duration = Gst.SECOND // options.fps

    def configure(_factory, media):
        source = media.get_element().get_child_by_name("source")
        sent = 0

        def need_data(element, _size):
            nonlocal sent
            if options.stall_after and sent > options.stall_after * options.fps:
                return
            if sent % len(units) == 0:
                print(f"loop {time.time():.3f}", flush=True)
            buffer = Gst.Buffer.new_wrapped(units[sent % len(units)])
            buffer.pts = buffer.dts = sent * duration
            buffer.duration = duration
            sent += 1
            element.emit("push-buffer", buffer)

        source.connect("need-data", need_data)

    server = GstRtspServer.RTSPServer()
    server.set_address(options.address)
    server.set_service(options.port)
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(launch(options.clip, options.fps, "max-buffers=2", "identity sync=true ! "))
    factory.set_shared(True)
    factory.connect("media-configure", configure)
    if options.auth != "none":
        authorise(server, factory, options.user, options.password, options.auth)
    server.get_mount_points().add_factory(options.path, factory)
    server.attach(None)
    print("ready", server.get_bound_port(), flush=True)
    GLib.MainLoop().run()


main()
