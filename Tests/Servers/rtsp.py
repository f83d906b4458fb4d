"""What the RTSP servers of the tests share. They need Gst and GstRtspServer 1.0."""
import re

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import Gst, GstRtsp, GstRtspServer  # noqa: E402


def access_units(path):
    """The coded pictures of an H.264 elementary stream, in order; the program ends where it has no delimiters."""
    data = open(path, "rb").read()
    starts = [match.start() for match in re.finditer(b"\x00\x00\x00\x01\x09", data)]
    if not starts:
        raise SystemExit(f"{path}: no access unit delimiters; make it with -bsf:v h264_metadata=aud=insert")
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
