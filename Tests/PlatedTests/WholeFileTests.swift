import Basics
import Foundation
import Service
import TestSupport
import Testing

/// What a command does with the file that it is told to write.
@Suite struct WholeFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ text: String, to name: String) throws {
        try WholeFile(folder.file(name), as: "the sheet").write(Array(text.utf8))
    }

    private func kind(of name: String) throws -> mode_t {
        var status = stat()
        try #require(lstat(folder.file(name), &status) == 0)
        return status.st_mode & S_IFMT
    }

    private func permissions(of name: String) throws -> mode_t {
        var status = stat()
        try #require(stat(folder.file(name), &status) == 0)
        return status.st_mode & 0o7777
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func refusal(_ path: String) -> String? {
        do {
            _ = try WholeFile(path, as: "the sheet")
            return nil
        } catch { return "\(error)" }
    }

    @Test(.enabled(if: geteuid() == 0, "only root makes devices"))
    func `a device is written to, and stays a device`() throws {
        // One of our own, with the number of /dev/null: nothing of the machine's can be lost.
        try #require(mknod(folder.file("device"), S_IFCHR | 0o666, 1 << 8 | 3) == 0)
        try write("text", to: "device")
        #expect(try kind(of: "device") == S_IFCHR && names() == ["device"])
        // And that of /dev/full.
        try #require(mknod(folder.file("full"), S_IFCHR | 0o666, 1 << 8 | 7) == 0)
        let failure = try #require(throws: Failure.self) { try write("text", to: "full") }
        #expect(failure.description == "writing the sheet \(folder.file("full")): No space left on device")
        #expect(try kind(of: "full") == S_IFCHR)
    }

    @Test func `a pipe gets what is written, and stays a pipe`() throws {
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        let reader = open(folder.file("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try write("text", to: "pipe")
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &buffer, 16) == 4 && buffer.starts(with: Array("text".utf8)))
        #expect(try kind(of: "pipe") == S_IFIFO)
    }

    @Test func `a file is replaced with its permissions, and a new one has those of any other`() throws {
        try folder.write("old", to: "sheet")
        try #require(chmod(folder.file("sheet"), 0o640) == 0)
        let before = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.file("sheet")))
        try write("new", to: "sheet")
        #expect(try folder.text("sheet") == "new" && permissions(of: "sheet") == 0o640)
        // Whoever reads it just then has the old one to its end.
        #expect(try before.readToEnd() == Data("old".utf8))
        try write("new", to: "another")
        let usual = open(folder.file("usual"), O_CREAT | O_WRONLY, 0o666)
        close(usual)
        #expect(try permissions(of: "another") == permissions(of: "usual"))
        #expect(try names() == ["another", "sheet", "usual"])
    }

    @Test func `a link stays, and what it leads to is replaced`() throws {
        try folder.write("old", to: "kept/sheet")
        let files = FileManager.default
        try files.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: "kept/sheet")
        try files.createSymbolicLink(atPath: folder.file("chain"), withDestinationPath: folder.file("link"))
        try write("new", to: "chain")
        #expect(try folder.text("kept/sheet") == "new")
        // One that leads to nothing yet.
        try files.createSymbolicLink(atPath: folder.file("future"), withDestinationPath: "kept/made")
        try write("made", to: "future")
        #expect(try folder.text("kept/made") == "made")
        for link in ["link", "chain", "future"] { #expect(try kind(of: link) == S_IFLNK) }
        try files.createSymbolicLink(atPath: folder.file("circle"), withDestinationPath: "circle")
        #expect(refusal(folder.file("circle"))?.hasSuffix("Too many levels of symbolic links") == true)
    }

    @Test func `what cannot be written is told beforehand, in plain words`() throws {
        try folder.write("", to: "file")
        let path = folder.path
        #expect(refusal(path) == "writing the sheet \(path): it is a folder")
        #expect(
            refusal("\(path)/none/x.html") == "writing the sheet \(path)/none/x.html: there is no folder \(path)/none")
        #expect(refusal("\(path)/file/x.html") == "writing the sheet \(path)/file/x.html: Not a directory")
        #expect(refusal("\(path)/") == "writing the sheet \(path)/: this is not the name of a file")
        #expect(refusal("") == "writing the sheet : this is not the name of a file")
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(refusal("\(path)/pipe") == "writing the sheet \(path)/pipe: nobody reads from it")
        #expect(refusal("/proc/x.html")?.contains("/proc/x.html: ") == true || geteuid() == 0)
    }

    // MARK: - As a user runs it

    private func set() throws -> String {
        _ = try PlateClip.make("still.png", in: folder)
        return try folder.write("image,text\nstill.png,\(PlateClip.text)\n", to: "set.csv")
    }

    @Test func `a sheet that cannot be written is told before anything is measured`() throws {
        let set = try set()
        let result = try Program.run("eval", set, "--sheet", folder.file("none/x.html"))
        #expect(result.status == 74 && result.output.isEmpty, "\(result)")
        #expect(
            result.errors
                == "plated: writing the contact sheet \(folder.file("none/x.html")): there is no folder \(folder.file("none"))\n"
        )
    }

    @Test func `where there is no room the sheet of before stays, and nothing is left beside it`() throws {
        let set = try set()
        try folder.write("the one before", to: "sheets/sheet.html")
        let result = try Program.shell(
            "ulimit -f 1; exec \"$0\" eval \"$1\" --sheet \"$2\"", set, folder.file("sheets/sheet.html"))
        #expect(result.status == 74, "\(result)")
        #expect(result.errors.hasSuffix(": File too large; what was there before is still there\n"), "\(result)")
        #expect(try folder.text("sheets/sheet.html") == "the one before")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("sheets")) == ["sheet.html"])
    }

    @Test func `a sheet to our own standard output comes behind what was said there`() throws {
        let set = try set()
        let result = try Program.shell("exec \"$0\" eval \"$1\" --sheet /dev/stdout", set)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("exact match"))
        #expect(result.output.hasSuffix("</html>\n"))
    }
}
