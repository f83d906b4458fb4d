#!/usr/bin/python3
"""Makes small streams to mutate: recordings of many kinds, some of which change their size or their pixels on the way, and
RTP sessions (an SDP, a zero byte, interleaved packets).

    scripts/faults/fuzz-seeds.py FOLDER
"""
import pathlib
import re
import select
import socket
import struct
import subprocess
import sys
import time

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) == 2 else sys.exit(__doc__))
H264 = "-c:v libx264 -preset veryfast -crf 30 -g 8 -bf 2".split()
H264_BASE = "-c:v libx264 -profile:v baseline -crf 30 -g 8 -slices 2".split()
HEVC = "-c:v libx265 -preset ultrafast -crf 32 -x265-params keyint=8:log-level=error".split()


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", *map(str, arguments)], check=True)


def encoders():
    listed = subprocess.run(["ffmpeg", "-v", "error", "-encoders"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^ \S{6} (\S+)", listed, re.M))


def picture(size="240x176", frames=12, more=""):
    """A moving pattern with letters and digits in it."""
    return ["-f", "lavfi", "-i", f"testsrc2=size={size}:rate=25{more}", "-frames:v", str(frames)]


def make(name, *arguments, size="240x176", frames=12, pixels="yuv420p"):
    ffmpeg(*picture(size, frames), "-pix_fmt", pixels, *arguments, FOLDER / name)


def join(name, *parts):
    """Elementary streams one after the other: what a camera sends whose settings are changed meanwhile."""
    (FOLDER / name).write_bytes(b"".join((FOLDER / part).read_bytes() for part in parts))
    for part in parts:
        (FOLDER / part).unlink(missing_ok=True)


def recordings(known):
    if "libx264" in known:
        make("annexb.h264", *H264)
        make("faststart.mp4", *H264, "-movflags", "+faststart")
        make("fragments.mp4", *H264, "-movflags", "frag_keyframe+empty_moov")
        make("turned-plain.mp4", *H264_BASE)
        ffmpeg("-i", FOLDER / "turned-plain.mp4", "-c", "copy", "-metadata:s:v", "rotate=90", FOLDER / "turned.mp4")
        (FOLDER / "turned-plain.mp4").unlink()
        make("clip.mkv", *H264)
        make("clip.flv", *H264)
        make("transport.ts", *H264)
        make("interlaced.ts", *H264, "-flags", "+ildct+ilme")
        make("ten-bits.h264", *H264, pixels="yuv420p10le")
        make("colour.h264", *H264, pixels="yuv444p")
        for index, size in enumerate(["240x176", "96x64", "322x242", "16x16", "480x32"]):
            make(f"part{index}.h264", *H264_BASE, size=size, frames=6)
            make(f"part{index}.ts", *H264_BASE, size=size, frames=6)
        join("sizes.h264", *[f"part{index}.h264" for index in range(5)])
        join("sizes.ts", *[f"part{index}.ts" for index in range(5)])
    if "libx265" in known:
        make("annexb.hevc", *HEVC)
        make("hevc.mp4", *HEVC, "-tag:v", "hvc1")
        make("ten-bits.hevc", *HEVC, pixels="yuv420p10le")
        for index, size in enumerate(["240x176", "96x64", "320x240"]):
            make(f"part{index}.hevc", *HEVC, size=size, frames=5)
        join("sizes.hevc", *[f"part{index}.hevc" for index in range(3)])
    make("motion.avi", "-c:v", "mjpeg", "-q:v", "8", pixels="yuvj422p")
    make("motion.mjpeg", "-c:v", "mjpeg", "-q:v", "8", pixels="yuvj420p")
    kinds = [("240x176", "yuvj420p"), ("96x64", "yuvj444p"), ("322x242", "yuvj422p"), ("240x176", "yuvj444p")]
    for index, (size, pixels) in enumerate(kinds):
        make(f"part{index}.mjpeg", "-c:v", "mjpeg", "-q:v", "8", size=size, frames=4, pixels=pixels)
    join("sizes.mjpeg", *[f"part{index}.mjpeg" for index in range(4)])
    make("mpeg2.ts", "-c:v", "mpeg2video", "-q:v", "8")
    make("mpeg4.avi", "-c:v", "mpeg4", "-q:v", "8")
    # Bottom-up pictures, which have a negative stride, and those without a luma plane.
    make("bottom-up.avi", "-c:v", "rawvideo", pixels="bgr24", size="96x64", frames=4)
    make("packed.avi", "-c:v", "rawvideo", pixels="yuyv422", size="96x64", frames=6)
    make("packed.nut", "-c:v", "rawvideo", pixels="nv12", size="96x64", frames=6)
    make("deep.nut", "-c:v", "rawvideo", pixels="gray16le", size="96x64", frames=6)
    make("palette.gif", size="120x80", frames=4, pixels="pal8")
    make("plain.y4m", size="96x64", frames=4)
    make("still.jpg", frames=1, pixels="yuvj420p")
    make("still.png", frames=1, pixels="rgb24", size="120x80")
    make("still.bmp", frames=1, pixels="bgr24", size="64x48")
    make("still.pgm", frames=1, pixels="gray", size="96x64")
    make("still.tif", frames=1, pixels="rgb24", size="64x48")


def session(name, *encoding, pixels="yuv420p"):
    """Records what ffmpeg sends over RTP as an interleaved session."""
    text, packets = sent(name, encoding, pixels, picture())
    (FOLDER / name).write_bytes(text.encode() + b"a=control:video\r\n" + b"\0" + packets)


def session_of_sizes(name, *encoding, sizes):
    """A camera whose size is changed while it sends: the description is the first size's."""
    parts = [sent(name, encoding, "yuv420p", picture(size, 6)) for size in sizes]
    packets = b"".join(packets for _, packets in parts)
    (FOLDER / name).write_bytes(parts[0][0].encode() + b"a=control:video\r\n" + b"\0" + packets)


def sent(name, encoding, pixels, source):
    """The description and the interleaved packets of what ffmpeg sends."""
    rtp = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2)]
    for attempt in range(50):
        port = 20000 + 2 * (attempt * 37 + hash(name) % 5000)
        try:
            for offset, connection in enumerate(rtp):
                connection.bind(("127.0.0.1", port + offset))
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
            break
        except OSError:
            rtp = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2)]
    sdp = FOLDER / "session.sdp"
    sender = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-nostdin", "-y", *source, "-pix_fmt", pixels, *encoding, "-f", "rtp",
         "-sdp_file", str(sdp), f"rtp://127.0.0.1:{port}?pkt_size=1000"], stdout=subprocess.DEVNULL)
    packets = b""
    last = time.monotonic()
    while sender.poll() is None or time.monotonic() - last < 0.3:
        for connection in select.select(rtp, [], [], 0.1)[0]:
            data = connection.recv(65536)
            packets += b"$" + struct.pack(">BH", rtp.index(connection), len(data)) + data
            last = time.monotonic()
    if sender.returncode:
        sys.exit(f"ffmpeg sent no RTP for {name}")
    for connection in rtp:
        connection.close()
    text = sdp.read_text()
    sdp.unlink()
    # ffmpeg writes a line of its own before the description.
    text = text[text.index("v=0"):]
    text = re.sub(r"m=video \d+", "m=video 0", text).replace("\n", "\r\n").replace("\r\r", "\r")
    return text, packets


def sessions(known):
    if "libx264" in known:
        session("h264.rtp", *H264_BASE)
        session_of_sizes("sizes.rtp", *H264_BASE, sizes=["240x176", "96x64", "322x242"])
    if "libx265" in known:
        session("hevc.rtp", *HEVC)
    session("mjpeg.rtp", "-c:v", "mjpeg", "-q:v", "8", "-huffman", "default", "-force_duplicated_matrix", "1", pixels="yuvj420p")
    session("mpeg4.rtp", "-c:v", "mpeg4", "-q:v", "8")


FOLDER.mkdir(parents=True, exist_ok=True)
known = encoders()
recordings(known)
sessions(known)
for missing in sorted({"libx264", "libx265"} - known):
    print(f"this ffmpeg has no {missing}: its streams are left out")
