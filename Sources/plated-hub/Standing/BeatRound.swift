import Live

#if canImport(Glibc)
    import Glibc
#endif

/// Asks scanners how they are, all at once; blocks for as long as the slowest of them, or `patience`.
struct BeatRound {
    var patience = Duration.seconds(2)

    /// - Parameter sockets: paths, by cameras.
    func answers(of sockets: [String: String]) -> [String: StandingEvidence.Answer] {
        var answers: [String: StandingEvidence.Answer] = [:]
        var open: [(camera: String, descriptor: Int32, heard: [UInt8])] = []
        defer { for one in open { close(one.descriptor) } }
        for (camera, path) in sockets {
            switch Self.asked(path) {
            case .success(let descriptor): open.append((camera, descriptor, []))
            case .failure(let answer): answers[camera] = answer.answer
            }
        }
        let end = ContinuousClock.now + patience
        while !open.isEmpty {
            let rest = ContinuousClock.now.duration(to: end)
            guard rest > .zero else { break }
            var requests = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            _ = poll(&requests, nfds_t(requests.count), Int32(max(1, rest / .milliseconds(1))))
            for index in open.indices.reversed() where requests[index].revents != 0 {
                guard let answer = Self.hear(open[index].descriptor, &open[index].heard) else { continue }
                answers[open[index].camera] = answer
                close(open.remove(at: index).descriptor)
            }
        }
        for one in open { answers[one.camera] = .silence }
        return answers
    }

    private struct NoAnswer: Error { var answer: StandingEvidence.Answer }

    private static func asked(_ path: String) -> Result<Int32, NoAnswer> {
        guard let address = try? UnixAddress(path) else { return .failure(NoAnswer(answer: .absence)) }
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return .failure(NoAnswer(answer: .silence)) }
        guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
            let code = errno
            close(descriptor)
            switch code {
            case ENOENT: return .failure(NoAnswer(answer: .absence))
            case ECONNREFUSED: return .failure(NoAnswer(answer: .refusal))
            case EACCES, EPERM: return .failure(NoAnswer(answer: .forbidden))
            // So many wait already that no more are let in: it does not take them.
            default: return .failure(NoAnswer(answer: .silence))
            }
        }
        let question = Array((ScannerBeat.question + "\n").utf8)
        _ = send(descriptor, question, question.count, Int32(MSG_NOSIGNAL))
        return .success(descriptor)
    }

    /// Nil until it has said all.
    private static func hear(_ descriptor: Int32, _ heard: inout [UInt8]) -> StandingEvidence.Answer? {
        var bytes = [UInt8](repeating: 0, count: ScannerBeat.longest)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count < 0, [EAGAIN, EINTR].contains(errno) { return nil }
        if count > 0 { heard += bytes.prefix(count) }
        if let end = heard.firstIndex(of: UInt8(ascii: "\n")) {
            return ScannerBeat(line: String(decoding: heard[..<end], as: UTF8.self)).map { .beat($0) } ?? .silence
        }
        // It ended, or talks of something else.
        return count <= 0 || heard.count > ScannerBeat.longest ? .silence : nil
    }
}
