import Foundation
import TestSupport
import Testing

@testable import Records

/// The names of folders and logs lead elsewhere while they are watched.
@Suite struct FolderWatchNameTests {
    private let folder: TemporaryFolder
    private let long = Duration.seconds(600)

    init() throws {
        folder = try TemporaryFolder()
        for name in ["v1", "v2", "data"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
    }

    private func link(_ name: String, to target: String) throws {
        _ = unlink(folder.file("link"))
        try #require(symlink(folder.file(target), folder.file("link")) == 0)
        try #require(rename(folder.file("link"), folder.file(name)) == 0)
    }

    @Test(arguments: [FolderWatch.Subject.names, .contents])
    func `a link to a folder is switched, of which nothing is heard`(subject: FolderWatch.Subject) throws {
        try link("logs", to: "v1")
        let watch = try FolderWatch(logs: [folder.file("logs/gate.ndjson")], for: subject, glance: .milliseconds(10))
        #expect(watch.isWatching && watch.wait(for: .zero) == .quiet)
        try link("logs", to: "v2")
        #expect(watch.wait(for: long) == .changed)
        #expect(watch.heard() == .anything && watch.isWatching)
        // The new one is heard, and the old one is not.
        try folder.write("1\n", to: "v1/yard.ndjson")
        #expect(watch.wait(for: .milliseconds(50)) == .quiet)
        try folder.write("1\n", to: "v2/gate.ndjson")
        #expect(watch.wait(for: long) == .changed)
    }

    @Test func `a folder takes the place of another`() throws {
        let watch = try FolderWatch(logs: [folder.file("v1/gate.ndjson")], for: .contents, glance: .milliseconds(10))
        try #require(rename(folder.file("v1"), folder.file("v0")) == 0)
        try #require(rename(folder.file("v2"), folder.file("v1")) == 0)
        #expect(watch.wait(for: long) == .changed)
        _ = watch.heard()
        try folder.write("1\n", to: "v0/gate.ndjson")
        #expect(watch.wait(for: .milliseconds(50)) == .quiet)
        try folder.write("1\n", to: "v1/gate.ndjson")
        #expect(watch.wait(for: long) == .changed)
    }

    @Test func `a log that is a link is heard of by its own name, wherever it leads`() throws {
        try folder.write("1\n", to: "data/gate-7.ndjson")
        try folder.write("1\n", to: "v1/yard.ndjson")
        try link("v1/gate.ndjson", to: "data/gate-7.ndjson")
        let logs = [folder.file("v1/gate.ndjson"), folder.file("v1/yard.ndjson")]
        let watch = try FolderWatch(logs: logs, for: .contents, glance: .milliseconds(10))
        _ = watch.heard()
        try folder.handle("data/gate-7.ndjson").write(contentsOf: Data("2\n".utf8))
        #expect(watch.wait(for: long) == .changed)
        #expect(watch.heard().written == [logs[0]])
        try folder.write("1\n", to: "v2/gate-8.ndjson")
        try link("v1/gate.ndjson", to: "v2/gate-8.ndjson")
        #expect(watch.wait(for: long) == .changed)
        while watch.wait(for: .milliseconds(50)) != .quiet {}
        _ = watch.heard()
        try folder.handle("v2/gate-8.ndjson").write(contentsOf: Data("2\n".utf8))
        #expect(watch.wait(for: long) == .changed)
        #expect(watch.heard().written == [logs[0]])
    }

    @Test func `two names of one folder are heard by both`() throws {
        try folder.write("1\n", to: "v1/gate.ndjson")
        try link("logs", to: "v1")
        let logs = [folder.file("logs/gate.ndjson"), folder.file("v1/gate.ndjson")]
        let watch = try FolderWatch(logs: logs)
        #expect(watch.isWatching)
        try folder.handle("v1/gate.ndjson").write(contentsOf: Data("2\n".utf8))
        #expect(watch.wait(for: long) == .changed)
        #expect(watch.heard().written == Set(logs))
    }
}
