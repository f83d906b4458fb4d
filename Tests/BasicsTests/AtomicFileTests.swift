import Files
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct AtomicFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func mode(of name: String) -> mode_t {
        var status = stat()
        return stat(folder.file(name), &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test func `a file is the old one until it is put in its place, and the new one then`() throws {
        try folder.write("old", to: "a")
        let file = try AtomicFile(folder.file("a"))
        try file.write("new".utf8)
        #expect(try folder.text("a") == "old")
        try file.commit()
        #expect(try folder.text("a") == "new" && names == ["a"])
    }

    @Test func `what is not put in its place leaves nothing`() throws {
        try folder.write("old", to: "a")
        do {
            let file = try AtomicFile(folder.file("a"))
            try file.write([1, 2, 3])
            #expect(try names == [AtomicFile.scratch(of: "a"), "a"])
        }
        #expect(try folder.text("a") == "old" && names == ["a"])
    }

    @Test func `permissions stay; a new file gets its own`() throws {
        try folder.write("old", to: "a")
        #expect(chmod(folder.file("a"), 0o604) == 0)
        try AtomicFile.write([1], to: folder.file("a"), mode: 0o640)
        try AtomicFile.write([1], to: folder.file("b"), mode: 0o640)
        #expect(mode(of: "a") == 0o604 && mode(of: "b") == 0o640)
    }

    @Test func `what a killed writer left is removed by the next, and nothing of it is used`() throws {
        let left = AtomicFile.scratch(of: "a")
        try folder.write("half of it, and longer", to: left)
        let open = Glibc.open(folder.file(left), O_RDWR)
        defer { close(open) }
        try AtomicFile.write(Array("new".utf8), to: folder.file("a"))
        #expect(try folder.text("a") == "new" && names == ["a"])
        // Whoever has the old one open still does not write to the new one.
        #expect(pwrite(open, "x", 1, 0) == 1)
        #expect(try folder.text("a") == "new")
    }

    @Test func `what was left of files that are gone since is removed, and nothing that is being written`() throws {
        for name in ["gone", "b"] { try folder.write("left", to: AtomicFile.scratch(of: name)) }
        try folder.write("mine", to: ".other.new")
        let file = try AtomicFile(folder.file("a"))
        try AtomicFile.removeLeft(beside: folder.file("x"))
        #expect(try names == [AtomicFile.scratch(of: "a"), ".other.new"])
        try file.commit()
    }

    @Test func `a link under the scratch name is not followed`() throws {
        try folder.write("mine", to: "other")
        #expect(symlink(folder.file("other"), folder.file(AtomicFile.scratch(of: "a"))) == 0)
        try AtomicFile.write(Array("new".utf8), to: folder.file("a"))
        #expect(try folder.text("other") == "mine" && names == ["a", "other"])
    }

    @Test func `where it must be new, another one stays`() throws {
        let file = try AtomicFile(folder.file("a"), existing: .kept)
        try file.write([1])
        let taken = #expect(throws: SystemError.self) { try AtomicFile(folder.file("a"), existing: .kept) }
        #expect(taken?.isTaken == true)
        try folder.write("mine", to: "a")
        #expect(throws: SystemError(EEXIST)) { try file.commit() }
        #expect(try folder.text("a") == "mine")
    }

    @Test(arguments: ["folder", "pipe", "link", "loop/a", "none/a"])
    func `what is no file is not replaced`(name: String) throws {
        #expect(mkdir(folder.file("folder"), 0o700) == 0 && mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(symlink("folder", folder.file("link")) == 0 && symlink("loop", folder.file("loop")) == 0)
        let before = try names
        #expect(throws: SystemError.self) { try AtomicFile.write([1], to: folder.file(name)) }
        #expect(try names == before)
    }

    @Test func `writers of one name take turns, and all that each wrote is there in one piece`() async throws {
        let path = folder.file("a")
        await withTaskGroup { group in
            for writer in UInt8(0)..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        do { try AtomicFile.write(Array(repeating: writer, count: 100_000), to: path) } catch {
                            Issue.record("\(error)")
                        }
                    }
                }
            }
            group.addTask {
                for _ in 0..<200 {
                    let bytes = FileManager.default.contents(atPath: path) ?? Data()
                    #expect(bytes.isEmpty || bytes.count == 100_000 && Set(bytes).count == 1)
                }
            }
        }
        #expect(try names == ["a"])
    }

    @Test(.enabled(if: SmallDisk.isPossible, "no file system can be mounted here"))
    func `a full disk leaves the old file, and says so`() throws {
        #expect(mkdir(folder.file("disk"), 0o700) == 0)
        let disk = try SmallDisk(folder: folder.file("disk"))
        defer { withExtendedLifetime(disk) {} }
        let path = folder.file("disk/a")
        try AtomicFile.write(Array("old".utf8), to: path)
        let error = #expect(throws: SystemError.self) {
            try AtomicFile.write([UInt8](repeating: 1, count: 100_000), to: path)
        }
        #expect(try error?.number == ENOSPC && folder.text("disk/a") == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("disk")).sorted() == ["a", "ballast"])
    }
}
