"""What the RTSP servers of the tests share. They need Gst and GstRtspServer 1.0."""
import re
import struct
from dataclasses import dataclass

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import Gst, GstRtsp, GstRtspServer  # noqa: E402


@dataclass(frozen=True)
class Codec:
    """How pictures of a codec stand in an elementary stream, and how GStreamer sends them."""

    # What each picture begins with, and what one holds that can be decoded by itself.
    begin: bytes
    key: bytes
    pay: str


CODECS = {
    ".h264": Codec(
        b"\x00\x00\x00\x01\x09", b"\x00\x00\x01[\x25\x45\x65]",
        "video/x-h264,stream-format=byte-stream,alignment=au{rate} ! h264parse ! rtph264pay config-interval=1 pt=96"),
    ".h265": Codec(
        b"\x00\x00\x00\x01\x46\x01", b"\x00\x00\x01[\x20-\x2b]\x01",
        "video/x-h265,stream-format=byte-stream,alignment=au{rate} ! h265parse ! rtph265pay config-interval=1 pt=96"),
    ".mjpeg": Codec(b"\xff\xd8\xff", b"\xff\xd8\xff", "image/jpeg{size}{rate} ! rtpjpegpay pt=26"),
}


def codec(path):
    return CODECS[path[path.rindex("."):]]


def launch(path, fps, source="", before=""):
    """What a media factory is made of that sends such a clip from an element `source`."""
    caps, _, rest = codec(path).pay.partition(" ! ")
    caps = caps.replace("{rate}", f",framerate={fps}/1")
    if "{size}" in caps:
        height, width = struct.unpack(">HH", re.search(b"\xff\xc0...(....)", open(path, "rb").read(65536), re.DOTALL)[1])
        caps = caps.replace("{size}", f",width={width},height={height}")
    return f'( appsrc name=source format=time is-live=true block=false {source} caps="{caps}" ! {before}{rest} name=pay0 )'


def access_units(path):
    """The coded pictures of an elementary stream, in order; the program ends where it has no delimiters."""
    data = open(path, "rb").read()
    starts = [match.start() for match in re.finditer(codec(path).begin, data)]
    if not starts:
        raise SystemExit(f"{path}: no access unit delimiters; make it with -bsf:v h264_metadata=aud=insert, or x265's aud=1")
    return [data[a:b] for a, b in zip(starts, starts[1:] + [len(data)])]


def authorise(server, factory, user, password, method="digest"):
    """Lets in who knows the password, by the method `basic` or `digest`."""
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "user")
    auth = GstRtspServer.RTSPAuth()
    if method == "digest":
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
        auth.add_digest(user, password, token)
    else:
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic(user, password), token)
    server.set_auth(auth)
    role = Gst.Structure.new_from_string(
        "user, media.factory.access=(boolean)true, media.factory.construct=(boolean)true"
    )
    factory.add_role_from_structure(role[0] if isinstance(role, tuple) else role)
