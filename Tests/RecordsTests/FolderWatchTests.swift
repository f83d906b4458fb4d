import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Records

@Suite struct FolderWatchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Longer than any test may take: a wait that ends before was ended by what it waited for.
    private let long = Duration.seconds(600)

    @Test func `a change that came before the wait is not missed`() throws {
        let watch = try FolderWatch(logs: [folder.file("gate.ndjson")])
        #expect(watch.isWatching)
        try folder.write("1\n", to: "gate.ndjson")
        #expect(watch.wait(for: long) == .changed)
        #expect(watch.wait(for: .zero) == .quiet)
        try FileManager.default.moveItem(atPath: folder.file("gate.ndjson"), toPath: folder.file("gate.ndjson.1"))
        #expect(watch.wait(for: long) == .changed)
        try FileManager.default.removeItem(atPath: folder.file("gate.ndjson.1"))
        #expect(watch.wait(for: long) == .changed)
    }

    @Test func `every line wakes the reader, which then finds it`() throws {
        let path = try folder.write("", to: "gate.ndjson")
        let watch = try FolderWatch(logs: [path])
        let tail = LogTail(path: path)
        DispatchQueue.global().async {
            for number in 0..<200 {
                let descriptor = open(path, O_WRONLY | O_APPEND)
                let line = "{\"schema\":\"test/1\",\"id\":\"\(number)\"}\n"
                _ = write(descriptor, line, line.utf8.count)
                close(descriptor)
            }
        }
        var count = 0
        while count < 200 {
            #expect(watch.wait(for: long) == .changed)
            count += try tail.read(upTo: 1000).count
        }
        #expect(count == 200)
    }

    @Test func `which files were written to is told once, and that it may be any where others came or went`() throws {
        try folder.write("1\n", to: "gate.ndjson")
        try folder.write("1\n", to: "yard.ndjson")
        let watch = try FolderWatch(logs: [folder.file("gate.ndjson"), folder.file("yard.ndjson")])
        #expect(watch.heard().written == [])
        try folder.handle("gate.ndjson").write(contentsOf: Data("2\n".utf8))
        #expect(watch.wait(for: long) == .changed)
        #expect(watch.heard().written == [folder.file("gate.ndjson")] && watch.heard().written == [])
        try folder.handle("gate.ndjson").write(contentsOf: Data("3\n".utf8))
        try folder.handle("yard.ndjson").write(contentsOf: Data("2\n".utf8))
        #expect(watch.heard().written == [folder.file("gate.ndjson"), folder.file("yard.ndjson")])
        try FileManager.default.moveItem(atPath: folder.file("gate.ndjson"), toPath: folder.file("gate.ndjson.1"))
        #expect(watch.heard() == .anything && watch.heard().written == [])
    }

    @Test func `who wants names hears nothing of what is written`() throws {
        try folder.write("1\n", to: "gate.ndjson")
        let watch = try FolderWatch(logs: [folder.file("gate.ndjson")], for: .names)
        try folder.handle("gate.ndjson").write(contentsOf: Data("2\n".utf8))
        #expect(watch.wait(for: .zero) == .quiet)
        try folder.write("1\n", to: "yard.ndjson")
        #expect(watch.wait(for: long) == .changed)
    }

    @Test(arguments: [FolderWatch.Subject.names, .contents])
    func `rights that are mended are heard of, of a file and of the folder, and reading is not`(
        subject: FolderWatch.Subject
    ) throws {
        let path = try folder.write("1\n", to: "logs/gate.ndjson.1")
        let watch = try FolderWatch(logs: [folder.file("logs/gate.ndjson")], for: subject)
        #expect(watch.isWatching)
        for (path, mode) in [(path, mode_t(0o640)), (folder.file("logs"), mode_t(0o750))] {
            #expect(chmod(path, mode) == 0)
            #expect(watch.wait(for: long) == .changed)
            // What it was rotated to is another file: it may be any log that is to be looked at.
            #expect(watch.heard() == .anything && watch.heard().written == [])
        }
        #expect(try folder.text("logs/gate.ndjson.1") == "1\n")
        #expect(watch.wait(for: .zero) == .quiet)
    }

    @Test func `a wait is ended from another thread, and for good`() throws {
        let watch = try FolderWatch(logs: [folder.file("gate.ndjson")])
        DispatchQueue.global().async { watch.stop() }
        #expect(watch.wait(for: long) == .stopped)
        #expect(watch.wait(for: long) == .stopped)
    }

    @Test func `a folder that is not there yet, or was made anew, is watched once it is there`() throws {
        let logs = folder.file("logs")
        let watch = try FolderWatch(logs: [logs + "/gate.ndjson"])
        for _ in 0..<2 {
            // Not watched: the reader is to look for itself.
            #expect(!watch.isWatching && watch.wait(for: .zero) == .changed)
            try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
            #expect(watch.wait(for: .zero) == .quiet && watch.isWatching)
            try folder.write("1\n", to: "logs/gate.ndjson")
            #expect(watch.wait(for: long) == .changed)
            try FileManager.default.moveItem(atPath: logs, toPath: folder.file("away"))
            #expect(watch.wait(for: long) == .changed)
            try FileManager.default.removeItem(atPath: folder.file("away"))
        }
    }
}
