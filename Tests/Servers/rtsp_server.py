#!/usr/bin/python3
"""A real RTSP server for tests: serves an H.264 elementary stream (with access unit delimiters) as an endless live camera.

    rtsp_server.py CLIP.h264 [--port N] [--auth none|basic|digest] [--user U --password P] [--fps 25]
                   [--stall-after SECONDS]

Prints `ready PORT` when it listens, and `loop SECONDS_SINCE_1970` whenever the clip's first frame is sent.
With --stall-after the camera stops sending while the connection stays up.
"""
import argparse
import re
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clip")
    parser.add_argument("--port", default="0")
    parser.add_argument("--auth", choices=["none", "basic", "digest"], default="none")
    parser.add_argument("--user", default="camera")
    parser.add_argument("--password", default="secret")
    parser.add_argument("--fps", type=int, default=25)
    parser.add_argument("--stall-after", type=float, default=0)
    return parser.parse_args()


def access_units(path):
    data = open(path, "rb").read()
    starts = [match.start() for match in re.finditer(b"\x00\x00\x00\x01\x09", data)]
    return [data[a:b] for a, b in zip(starts, starts[1:] + [len(data)])]


def main():
    options = arguments()
    units = access_units(options.clip)
    if not units:
        raise SystemExit(f"{options.clip}: no access unit delimiters; make it with -bsf:v h264_metadata=aud=insert")
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
    server.set_address("127.0.0.1")
    server.set_service(options.port)
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(
        "( appsrc name=source format=time is-live=true max-buffers=2 block=false"
        f' caps="video/x-h264,stream-format=byte-stream,alignment=au,framerate={options.fps}/1"'
        " ! identity sync=true ! h264parse ! rtph264pay name=pay0 pt=96 config-interval=1 )"
    )
    factory.set_shared(True)
    factory.connect("media-configure", configure)
    if options.auth != "none":
        token = GstRtspServer.RTSPToken()
        token.set_string("media.factory.role", "user")
        auth = GstRtspServer.RTSPAuth()
        if options.auth == "digest":
            auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
            auth.add_digest(options.user, options.password, token)
        else:
            auth.add_basic(GstRtspServer.RTSPAuth.make_basic(options.user, options.password), token)
        server.set_auth(auth)
        role = Gst.Structure.new_from_string(
            "user, media.factory.access=(boolean)true, media.factory.construct=(boolean)true"
        )
        factory.add_role_from_structure(role[0] if isinstance(role, tuple) else role)
    server.get_mount_points().add_factory("/camera", factory)
    server.attach(None)
    print("ready", server.get_bound_port(), flush=True)
    GLib.MainLoop().run()


main()
