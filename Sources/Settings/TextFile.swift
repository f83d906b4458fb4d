#if canImport(Glibc)
    import Glibc
#endif

/// A text file that is read whole, but never more of it than a limit: `/dev/zero` and a sparse file of gigabytes end there, too.
///
/// Files, pipes and terminals are read alike, so that `/dev/stdin` and `<(command)` work.
package struct TextFile {
    /// Why a file could not be read, in plain words: "there is no such file".
    package struct Unreadable: Error, Equatable {
        package let reason: String
        /// Whether the file is there, and another user may read it.
        package var isForbidden = false
        /// Whether there is no such file.
        package var isMissing = false
    }

    /// What any text that people write by hand stays below; in bytes.
    package static let usualLimit = 1 << 20

    let path: String
    /// In bytes.
    let limit: Int
    /// How long a pipe may be silent.
    let patience: Duration

    package init(_ path: String, upTo limit: Int = Self.usualLimit, patience: Duration = .seconds(10)) {
        self.path = path
        self.limit = limit
        self.patience = patience
    }

    /// The text, without a byte order mark at its start.
    package func text() throws(Unreadable) -> String {
        let bytes = try bytes()
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard let text = String(validating: bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
        else { throw Unreadable(reason: "it is not a text in UTF-8") }
        return text
    }

    private func bytes() throws(Unreadable) -> [UInt8] {
        // A pipe that nobody writes to must not hold us up for ever.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw Unreadable(code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Unreadable(code: errno) }
        let kind = status.st_mode & S_IFMT
        if kind == S_IFDIR { throw Unreadable(reason: "it is a folder") }
        if kind == S_IFREG, Int(status.st_size) > limit { throw tooLarge }
        return try bytes(of: descriptor, isPipe: kind == S_IFIFO)
    }

    private func bytes(of descriptor: Int32, isPipe: Bool) throws(Unreadable) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if isPipe { try wait(for: descriptor, isPipe: isPipe) }
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += buffer[..<count]
                if bytes.count > limit { throw tooLarge }
            } else if errno == EAGAIN {
                try wait(for: descriptor, isPipe: isPipe)
            } else if errno != EINTR {
                throw Unreadable(code: errno)
            }
        }
    }

    /// Returns when there is something to read, or the end. A terminal may take its time.
    private func wait(for descriptor: Int32, isPipe: Bool) throws(Unreadable) {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let (seconds, attoseconds) = patience.components
        let milliseconds = Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        while true {
            let ready = poll(&request, 1, isPipe ? milliseconds : -1)
            if ready > 0 { return }
            if ready == 0 { throw Unreadable(reason: "it is a pipe, and nobody wrote to it within \(patience)") }
            if errno != EINTR { throw Unreadable(code: errno) }
        }
    }

    private var tooLarge: Unreadable {
        let (size, unit) = limit >= 1 << 20 ? (limit >> 20, "MiB") : (limit >> 10, "KiB")
        return Unreadable(reason: "it is larger than \(size) \(unit), and such a file never is")
    }
}

extension TextFile.Unreadable {
    /// - Parameter code: the system's error number.
    fileprivate init(code: Int32) {
        switch code {
        case ENOENT: self.init(reason: "there is no such file", isMissing: true)
        case EACCES, EPERM: self.init(reason: "no permission", isForbidden: true)
        case ENOTDIR: self.init(reason: "a part of its path is no folder", isMissing: true)
        case ENXIO: self.init(reason: "it is a socket, and no file")
        default: self.init(reason: String(cString: strerror(code)))
        }
    }
}
