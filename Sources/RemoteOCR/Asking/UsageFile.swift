import Files

#if canImport(Glibc)
    import Glibc
#endif

/// Where it is written down how much of a day was used, so that a restart does not give it anew.
struct UsageFile: Sendable {
    let path: String

    enum Content: Equatable {
        case none
        case usage(Usage)
        /// Something else stands there, or it cannot be read.
        case unfit
    }

    func read(at now: Docket.Moment) -> Content {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return errno == ENOENT ? .none : .unfit }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 128)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0, let usage = Usage(text: String(decoding: buffer.prefix(count), as: UTF8.self), at: now) else {
            return .unfit
        }
        return .usage(usage)
    }

    /// Replaces what is there.
    func write(_ usage: Usage, at now: Docket.Moment) throws(SystemError) {
        try AtomicFile.write(Array(usage.text(at: now).utf8), to: path, mode: 0o640)
    }
}
