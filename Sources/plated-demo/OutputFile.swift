#if canImport(Glibc)
    import Glibc
#endif

/// A file, or standard output, that bytes are written to.
struct OutputFile {
    /// What was being done, and why it failed.
    struct Failure: Error, CustomStringConvertible {
        let action: String
        let reason: String

        var description: String { "\(action): \(reason)" }
    }

    private let name: String
    private let descriptor: Int32

    /// - Parameter path: nil for standard output, which must not be a terminal then.
    init(path: String?) throws {
        guard let path else {
            name = "standard output"
            descriptor = STDOUT_FILENO
            if isatty(descriptor) == 1 {
                throw Failure(action: "writing the clip", reason: "this is a terminal; give --output or a pipe")
            }
            return
        }
        name = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw Failure(action: "opening \(path)", reason: Self.reason) }
    }

    func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw Failure(action: "writing \(name)", reason: Self.reason) }
                rest = rest.dropFirst(written)
            }
        }
    }

    /// Errors of a full disk may come only now.
    func close() throws {
        guard Glibc.close(descriptor) == 0 else { throw Failure(action: "writing \(name)", reason: Self.reason) }
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
