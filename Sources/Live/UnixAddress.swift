import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// The address of a Unix socket: a path that is short enough to be one.
public struct UnixAddress: Sendable, Equatable, CustomStringConvertible {
    /// Bytes that a path may have; one more is its end.
    public static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    public let path: String

    public init(_ path: String) throws(Failure) {
        if let problem = Self.problem(with: path) {
            throw Failure(
                .configuration, while: "using the socket \(path)", because: "its path \(problem)",
                remedy: "Take a folder with a shorter name.")
        }
        self.path = path
    }

    /// Why a path cannot be a socket's, as the rest of a sentence; nil where it can.
    public static func problem(with path: String) -> String? {
        let count = path.utf8.count
        if path.utf8.contains(0) { return "has a zero byte" }
        return count <= longest ? nil : "has \(count) bytes, and a Unix socket takes \(longest) at most"
    }

    public var description: String { path }

    /// Calls `body` with the address as system calls take it.
    public func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
