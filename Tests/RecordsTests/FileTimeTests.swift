import Foundation
import TestSupport
import Testing

@testable import Records

#if canImport(Glibc)
    import Glibc
#endif

/// A file system may say that a file was written in 1601, or in 2300.
@Suite struct FileTimeTests: EventLogSuite {
    let folder: TemporaryFolder
    let talk = Talk()

    init() throws { folder = try Self.folder() }

    /// Returns whether the file system takes it.
    private func set(_ path: String, to second: Int) -> Bool {
        let times = [timespec(tv_sec: second, tv_nsec: 0), timespec(tv_sec: second, tv_nsec: 0)]
        var status = stat()
        return utimensat(AT_FDCWD, path, times, 0) == 0 && stat(path, &status) == 0 && status.st_mtim.tv_sec == second
    }

    @Test(arguments: [-11_644_473_600, 10_000_000_000])
    func `a time that nanoseconds cannot hold is only the oldest or the newest`(second: Int) throws {
        try { try open().record(IDRecord(id: "1")) }()
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try { try open().record(IDRecord(id: "2")) }()
        guard set(path + ".1", to: second), set(path, to: second) else {
            print("This file system takes no such times: not tried.")
            return
        }
        let family = try LogFamily(of: path)
        #expect(family.members.count == 2)
        #expect(family.members.allSatisfy { $0.modified == (second < 0 ? .min : .max) })
        let contents = try #require(try family.members.first?.open())
        #expect(try contents.state.modified == (second < 0 ? .min : .max))
        let log = try open()
        try log.record(IDRecord(id: "3"))
        #expect(try folder.text("logs/gate.ndjson").contains("\"id\":\"3\""))
    }

    @Test func `other times are what they are`() throws {
        let file = try folder.write("x", to: "file")
        #expect(set(file, to: 1_795_257_125))
        var status = stat()
        #expect(stat(file, &status) == 0 && status.modifiedNanoseconds == 1_795_257_125_000_000_000)
    }
}
