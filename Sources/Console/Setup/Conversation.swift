import Basics
import CameraSetup
import Dispatch

#if canImport(Glibc)
    import Glibc
#endif

/// A question to somebody behind a socket, and the parts of the answer as they come. Reading blocks, so it has a thread of its own;
/// whoever stops listening ends the connection, and with it what was asked for.
enum Conversation {
    /// What goes along with a question.
    enum Pictures: Sendable {
        case none
        /// A file of parts.
        case file(String)
        case parts([Part])
    }

    /// - Parameters:
    ///   - patience: how long the other end may be silent, in seconds.
    static func parts(
        _ socket: SetupSocket, _ question: SetupQuestion, _ pictures: Pictures = .none, patience: Int
    ) -> AsyncThrowingStream<Part, any Error> {
        talk(socket, patience: patience) { channel, descriptor in
            try channel.send(question)
            switch pictures {
            case .none: break
            case .file(let path): try copy(path, to: descriptor)
            case .parts(let parts): for part in parts { try channel.send(part) }
            }
            shutdown(descriptor, Int32(SHUT_WR))
        }
    }

    static func parts(
        _ socket: SetupSocket, _ request: SettingsRequest, patience: Int
    ) -> AsyncThrowingStream<Part, any Error> {
        talk(socket, patience: patience) { channel, descriptor in
            try channel.send(request)
            shutdown(descriptor, Int32(SHUT_WR))
        }
    }

    private static func talk(
        _ socket: SetupSocket, patience: Int, ask: @escaping @Sendable (PartChannel, Int32) throws -> Void
    ) -> AsyncThrowingStream<Part, any Error> {
        AsyncThrowingStream { stream in
            let descriptor: Int32
            do { descriptor = try socket.connection(patience: patience) } catch {
                return stream.finish(throwing: error)
            }
            // Wakes the thread, which alone closes.
            stream.onTermination = { if case .cancelled = $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
            DispatchQueue(label: "setup").async {
                let channel = PartChannel(input: descriptor, output: descriptor)
                let end = Result {
                    try ask(channel, descriptor)
                    while let part = try channel.part() {
                        if part.head.part == .end { return }
                        if part.head.part == .failure {
                            throw Failure(.unavailable, while: "", because: String(decoding: part.bytes, as: UTF8.self))
                        }
                        stream.yield(part)
                    }
                    throw Failure(.unavailable, while: "", because: "the answer broke off")
                }
                switch end {
                case .success: stream.finish()
                case .failure(let error): stream.finish(throwing: error)
                }
                stream.onTermination = nil
                close(descriptor)
            }
        }
    }

    private static func copy(_ path: String, to output: Int32) throws {
        let input = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard input >= 0 else {
            throw Failure(.noInput, while: "", because: "there are no pictures yet: look at the camera first")
        }
        defer { close(input) }
        var buffer = [UInt8](repeating: 0, count: 262_144)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count <= 0 { return }
            var sent = 0
            while sent < count {
                let written = buffer[sent..<count].withUnsafeBytes {
                    send(output, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard written > 0 else {
                    throw Failure(.unavailable, while: "sending pictures", because: String(cString: strerror(errno)))
                }
                sent += written
            }
        }
    }
}
