import Files
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct FileLockTests {
    private let path: String
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("lock")
    }

    @Test func `a file is held by one, until the value goes`() throws {
        var lock: FileLock? = try FileLock(path, made: 0o600, .none)
        #expect(FileLock.isTaken(path) == true)
        let taken = #expect(throws: SystemError.self) { try FileLock(path, made: 0o600, .none) }
        #expect(taken?.isTaken == true)
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(FileLock.isTaken(path) == false)
        #expect(FileLock.isTaken(path + "2") == nil)
    }

    @Test func `a folder is held as a file is`() throws {
        let lock = try FileLock(folder.path, .none)
        #expect(throws: SystemError.self) { try FileLock(folder.path, .none) }
        withExtendedLifetime(lock) {}
    }

    /// A descriptor that a program inherits keeps what closing alone would let go.
    @Test func `a lock goes with its value, though another still has the file open`() throws {
        var lock: FileLock? = try FileLock(path, made: 0o600, .none)
        let inherited = dup(try #require(lock).descriptor)
        defer { close(inherited) }
        lock = nil
        #expect(FileLock.isTaken(path) == false)
    }

    @Test func `a file that was removed while it was waited for is made anew`() async throws {
        let first = try FileLock(path, made: 0o600, .none, isRemoved: true)
        let path = path
        let second = Task.detached { try FileLock(path, made: 0o600, .forever) }
        try await Task.sleep(for: .milliseconds(50))
        withExtendedLifetime(first) {}
        _ = consume first
        let lock = try await second.value
        #expect(FileLock.isTaken(path) == true)
        withExtendedLifetime(lock) {}
    }

    @Test func `no link is followed, and nothing is made where nothing is`() throws {
        #expect(symlink("/tmp", path) == 0)
        #expect(throws: SystemError(ELOOP)) { try FileLock(path, made: 0o600, .none) }
        #expect(throws: SystemError(ENOENT)) { try FileLock(path + "2", .none) }
    }
}
