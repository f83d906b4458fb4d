import Foundation
import Synchronization

/// An RTSP server that shakes hands properly and then sends whatever bytes it was given, without any pace, and hangs up.
///
/// A session is the text of an SDP, a zero byte, and interleaved RTP packets.
final class HostileServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let session = Mutex<(sdp: [UInt8], packets: [UInt8])>(([], []))

    init() throws {
        signal(SIGPIPE, SIG_IGN)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard status else { throw Ledger.Failure(description: "listening: \(String(cString: strerror(errno)))") }
        port = UInt16(bigEndian: address.sin_port)
        let thread = Thread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                if client >= 0 { talk(to: client) }
            }
        }
        thread.start()
    }

    func serve(_ input: [UInt8]) {
        let end = input.firstIndex(of: 0) ?? input.endIndex
        session.withLock { $0 = (Array(input[..<end]), Array(input[end...].dropFirst())) }
    }

    private func talk(to client: Int32) {
        defer { close(client) }
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(client, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        var streams = 0
        while let request = readRequest(client) {
            let lines = request.split(separator: "\r\n")
            let number = lines.first { $0.lowercased().hasPrefix("cseq:") }?.dropFirst(5) ?? " 0"
            var reply = "RTSP/1.0 200 OK\r\nCSeq:\(number)\r\nSession: 1\r\n"
            var body: [UInt8] = []
            var isPlaying = false
            switch lines.first?.prefix(while: { $0 != " " }) {
            case "DESCRIBE":
                body = session.withLock { $0.sdp }
                reply += "Content-Type: application/sdp\r\nContent-Length: \(body.count)\r\n"
            case "SETUP":
                reply += "Transport: RTP/AVP/TCP;unicast;interleaved=\(streams)-\(streams + 1)\r\n"
                streams += 2
            case "PLAY":
                isPlaying = true
            case "OPTIONS":
                reply += "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
            default: break
            }
            guard send(Array((reply + "\r\n").utf8) + body, to: client) else { return }
            if isPlaying {
                _ = send(session.withLock { $0.packets }, to: client)
                return
            }
        }
    }

    private func readRequest(_ client: Int32) -> String? {
        var request: [UInt8] = []
        var byte: UInt8 = 0
        while request.count < 8192, recv(client, &byte, 1, 0) == 1 {
            request.append(byte)
            if request.suffix(4) == [13, 10, 13, 10] { return String(decoding: request, as: UTF8.self) }
        }
        return nil
    }

    private func send(_ bytes: [UInt8], to client: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }
}
