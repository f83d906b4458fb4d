import Basics
import Foundation
import Glibc
import TestSupport
import Testing

@testable import plated_hub

@Suite struct ExportPlaceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func `a disk that has no files without a name takes an archive`() throws {
        // Where a file system lacks O_TMPFILE, a folder that is opened to write is one.
        let file = open(folder.path, O_RDWR | O_DIRECTORY)
        let code = errno
        #expect(file == -1 && code == EISDIR)
        do {
            let place = try ExportPlace(folder.file("x.tar"), modified: 1_700_000_000, nameless: O_DIRECTORY)
            let lines = try place.file("events.ndjson")
            #expect(try names() == [".x.tar.plated-new"])
            try lines.write([1, 2, 3])
            try place.add(lines)
            try place.finish()
        }
        #expect(try names() == ["x.tar"])
        try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: false)
        #expect(Command.succeeds("tar", "-xf", folder.file("x.tar"), "-C", folder.file("out")))
        #expect(FileManager.default.contents(atPath: folder.file("out/events.ndjson")) == Data([1, 2, 3]))
    }

    @Test func `no other file is taken for the one without a name`() throws {
        try folder.write("mine", to: "x.tar.lines")
        do {
            let place = try ExportPlace(folder.file("x.tar"), modified: 0, nameless: O_DIRECTORY)
            let failure = #expect(throws: Failure.self) { try place.file("events.ndjson") }
            #expect(failure?.reason.contains("exists") == true)
        }
        #expect(try names() == ["x.tar.lines"] && folder.text("x.tar.lines") == "mine")
    }

    @Test func `what is too large for an archive is told from a name that is too long`() throws {
        let place = try ExportPlace(folder.file("x.tar"), modified: 0)
        #expect(try place.header("events.ndjson", size: TarFile.tooLarge - 1).count == TarFile.blockSize)
        let large = #expect(throws: Failure.self) { try place.header("events.ndjson", size: TarFile.tooLarge) }
        #expect(large?.reason.contains("8 GB") == true && large?.remedy.contains("folder") == true)
        let long = #expect(throws: Failure.self) { try place.header(String(repeating: "x", count: 101), size: 1) }
        #expect(long?.reason.contains("name is too long") == true)
    }

    @Test func `a full disk is told at the latest when a zip ends`() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let zip = try ZipFile(full)
        let error = #expect(throws: POSIXError.self) {
            try zip.begin("a", size: 1, modified: 0, isPacked: false)
            try zip.write([1])
            try zip.end()
            try zip.finish()
        }
        #expect(error?.code == .ENOSPC)
    }

    @Test(arguments: ["../x", "a/../../x", "a/..", "/x", "a//x", "./x"], ["out", "x.tar", "x.zip"])
    func `no name leads out of an export`(name: String, target: String) throws {
        let place = try ExportPlace(folder.file(target), modified: 0)
        let failure = #expect(throws: Failure.self) { try place.add(name, [1]) }
        #expect(failure?.reason.contains("leads out") == true && failure?.status == .badData)
        #expect(try names() == [".\(target).plated-new"])
    }
}
