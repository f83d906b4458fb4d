import Basics
import Glibc
import TestSupport
import Testing

@testable import Console

/// The socket for a web server in front: who gets there, and what is done with what lies there already.
@Suite struct ConsoleSocketTests {
    private static func bound(_ path: String, listens: Bool) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(status == 0 && (!listens || listen(descriptor, 4) == 0))
        return descriptor
    }

    private static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    @Test(arguments: ["", "console.sock", "./console.sock", "/run/", "/" + String(repeating: "x", count: 107), "off"])
    func `what is no path of a socket is none`(path: String) { #expect(ConsoleSocket(path) == nil) }

    @Test func `what a dead hub has left is taken away, and what is answered is not`() throws {
        let folder = try TemporaryFolder()
        let socket = try #require(ConsoleSocket(folder.file("s")))
        #expect(socket.isWanted && ConsoleSocket(folder.file("none/s"))?.isWanted == false)
        try socket.clear()
        close(Self.bound(socket.path, listens: true))
        #expect(Self.isThere(socket.path))
        try socket.clear()
        #expect(!Self.isThere(socket.path))
        let hub = Self.bound(socket.path, listens: true)
        defer { close(hub) }
        let refusal = #expect(throws: Failure.self) { try socket.clear() }
        #expect(refusal?.reason == "another hub answers there" && Self.isThere(socket.path))
        let file = try #require(ConsoleSocket(try folder.write("no socket", to: "file")))
        #expect(throws: Failure.self) { try file.clear() }
        #expect(try folder.text("file") == "no socket")
    }

    @Test func `the folder's group is let in, and nobody else`() throws {
        let folder = try TemporaryFolder()
        // Root gives it to any group, as the unit's drop-in does.
        let group: gid_t = geteuid() == 0 ? 4242 : getegid()
        #expect(chown(folder.path, uid_t.max, group) == 0)
        let socket = try #require(ConsoleSocket(folder.file("s")))
        let hub = Self.bound(socket.path, listens: true)
        defer { close(hub) }
        try socket.letIn()
        var status = stat()
        #expect(stat(socket.path, &status) == 0 && status.st_mode & 0o777 == 0o660 && status.st_gid == group)
        #expect(unlink(socket.path) == 0)
        #expect(throws: Failure.self) { try socket.letIn() }
    }
}
