#!/usr/bin/python3
"""An RTSP (and HTTP) server that answers as it is told, for what no real camera does on purpose.

    scripted_rtsp.py [--delay SECONDS] [--hang-up | --garbage] [RULE...]

A RULE is 'METHOD PATH STATUS [LOCATION]', such as 'OPTIONS /camera 302 rtsp://127.0.0.1:9/x'; * stands for any method or path, {port}
in a location for the server's own port. The first rule that fits counts, and what none fits is answered with 200. A rule with 401 asks
for Basic and stands aside for requests that bring a password.

Prints `ready PORT` when it listens, then `request METHOD PATH AUTHORIZATION` for every request; - for none.
"""
import argparse
import socket
import sys
import threading
import time
import urllib.parse


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="*")
    parser.add_argument("--delay", type=float, default=0)
    parser.add_argument("--hang-up", action="store_true")
    parser.add_argument("--garbage", action="store_true")
    return parser.parse_args()


def say(*words):
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def answer(options, port, method, path, password):
    for rule in options.rules:
        wanted, place, status, *location = rule.split()
        if wanted not in ("*", method) or place not in ("*", path) or status == "401" and password != "-":
            continue
        more = f"Location: {location[0].replace('{port}', str(port))}\r\n" if location else ""
        return status, more + ('WWW-Authenticate: Basic realm="camera"\r\n' if status == "401" else "")
    return "200", "Public: OPTIONS, DESCRIBE, SETUP, PLAY\r\n"


def serve(options, client, port):
    if options.hang_up:
        return client.close()
    if options.garbage:
        client.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")
        return client.close()
    reader = client.makefile("r", newline="\r\n")
    while True:
        lines = []
        while (line := reader.readline()).strip():
            lines.append(line.strip())
        if not lines:
            return client.close()
        method, address, protocol = lines[0].split()
        headers = dict(line.split(": ", 1) for line in lines[1:])
        path, password = urllib.parse.urlsplit(address).path, headers.get("Authorization", "-")
        say("request", method, path, password)
        time.sleep(options.delay)
        status, more = answer(options, port, method, path, password)
        more += f"CSeq: {headers['CSeq']}\r\n" if "CSeq" in headers else ""
        client.sendall(f"{protocol} {status} As told\r\nContent-Length: 0\r\n{more}\r\n".encode())


def main():
    options = arguments()
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    say("ready", port)
    while True:
        client = listener.accept()[0]
        threading.Thread(target=serve, args=(options, client, port), daemon=True).start()


main()
