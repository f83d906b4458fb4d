import Foundation
import TestSupport
import Testing

@testable import Settings

@Suite struct TextFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func reason(_ path: String, upTo limit: Int = 1024, patience: Duration = .seconds(10)) -> String? {
        do {
            _ = try TextFile(path, upTo: limit, patience: patience).text()
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `a file is read to its end, up to the limit and not a byte more`() throws {
        #expect(
            try TextFile(folder.write(String(repeating: "x", count: 2048), to: "a"), upTo: 2048).text().count == 2048)
        let larger = try folder.write(String(repeating: "x", count: 2049), to: "b")
        #expect(reason(larger, upTo: 2048) == "it is larger than 2 KiB, and such a file never is")
    }

    @Test func `what has no end, or gigabytes of it, is refused at once`() throws {
        let sparse = try folder.write("", to: "sparse")
        #expect(truncate(sparse, 3 << 30) == 0)
        for path in ["/dev/zero", sparse] {
            let began = ContinuousClock.now
            #expect(reason(path, upTo: 4 << 20) == "it is larger than 4 MiB, and such a file never is")
            #expect(began.duration(to: .now) < .seconds(20))
        }
    }

    @Test func `a pipe is read to its end`() throws {
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let long = String(repeating: "a: 1\n", count: 20_000)
        let writer = Thread {
            guard let handle = FileHandle(forWritingAtPath: pipe) else { return }
            handle.write(Data(long.utf8))
            handle.closeFile()
        }
        writer.start()
        #expect(try TextFile(pipe).text() == long)
    }

    @Test func `a pipe that nobody writes to is told`() throws {
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(
            reason(pipe, patience: .milliseconds(20)) == "it is a pipe, and nobody wrote to it within 0.02 seconds")
    }

    @Test func `what cannot be read is told for what it is`() throws {
        #expect(reason(folder.file("none")) == "there is no such file")
        #expect(reason(folder.path) == "it is a folder")
        #expect(reason(try folder.write("", to: "file") + "/x") == "a part of its path is no folder")
        #expect(reason(try folder.write(Data([0xC4, 0x00]), to: "latin")) == "it is not a text in UTF-8")
    }

    @Test func `a byte order mark is no part of the text`() throws {
        #expect(try TextFile(folder.write("\u{FEFF}a: 1", to: "file")).text() == "a: 1")
    }
}
