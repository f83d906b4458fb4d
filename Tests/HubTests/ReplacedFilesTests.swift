import Foundation
import Records
import TestSupport
import Testing

/// What a kill, an error of the disk and a power cut leave of files that commands replace, at every system call that does it.
@Suite(.enabled(if: access("/usr/bin/strace", X_OK) == 0, "needs strace"))
struct ReplacedFilesTests {
    private static let calls = ["fsync", "fchmod", "fchown", "flock", "renameat", "unlinkat"]

    /// A command that replaces a file, or makes one.
    enum Kind: CaseIterable {
        case list, key, export, forget
    }

    /// A place where the command can be run once.
    private struct Place {
        let scene: HubScene
        let arguments: [String]
        let program: String
        /// The file.
        let path: String
        let old: Data?
    }

    private func place(_ kind: Kind) throws -> Place {
        let scene = try HubScene()
        let hub = try Program.path(of: "plated-hub")
        func place(_ arguments: [String], _ program: String? = nil, _ path: String) throws -> Place {
            Place(
                scene: scene, arguments: arguments + (program == nil ? ["--config", scene.config] : []),
                program: program ?? hub, path: path, old: FileManager.default.contents(atPath: path))
        }
        switch kind {
        case .list:
            try #require(try scene.hub("list", "add", "staff", "AB12CDE", "--kind", "allow").status == 0)
            return try place(["list", "add", "staff", "XY34ABC"], nil, scene.folder.file("lists/staff.allow.csv"))
        case .key:
            let path = scene.folder.file("seal.key")
            let log = scene.log("gate")
            return try place(
                [log, "--spool", log + ".spool", "--key", path, "--count", "0"], Program.path(of: "plated-logwriter"),
                path)
        case .export:
            try scene.write([scene.event("AB12CDE")])
            try scene.build()
            let path = scene.folder.file("out.tar")
            return try place(["export", "--output", path], nil, path)
        case .forget:
            try scene.write([scene.event("AB12CDE"), scene.event("XY34ABC")])
            try scene.build()
            let rotated = scene.log("gate") + "-20260101"
            try FileManager.default.moveItem(atPath: scene.log("gate"), toPath: rotated)
            return try place(["forget", "AB12CDE", "--yes"], nil, rotated)
        }
    }

    /// Returns strace's lines of a run with a fault.
    private func trace(_ place: Place, _ options: [String]) throws -> (Program.Result, [String]) {
        let calls = place.scene.folder.file("calls")
        let result = try Program.run(
            ["-f", "-qq", "-y", "-o", calls] + options + [place.program] + place.arguments,
            program: "/usr/bin/strace")
        return (result, try place.scene.folder.text("calls").split(separator: "\n").map(String.init))
    }

    private func leftovers(_ place: Place) throws -> [String] {
        let folder = (place.path as NSString).deletingLastPathComponent
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".plated-new") }
    }

    @Test(arguments: Kind.allCases, ["signal=KILL", "error=EIO"])
    func `at every call the file is the old one or the new one, and the command can be run again`(
        kind: Kind, fault: String
    ) throws {
        var faults = 0
        for call in Self.calls {
            for number in 1..<50 {
                let place = try place(kind)
                let (_, lines) = try trace(
                    place, ["-e", "trace=\(call)", "-e", "inject=\(call):\(fault):when=\(number)"])
                guard lines.contains(where: { $0.contains("(INJECTED)") || $0.contains("SIGKILL") }) else { break }
                faults += 1
                let left = FileManager.default.contents(atPath: place.path)
                let again = try Program.run(place.arguments, program: place.program)
                let new = FileManager.default.contents(atPath: place.path)
                let news = "\(call) \(number): \(again)"
                // A file that must be new is there already where it was whole.
                #expect(again.status == 0 || kind == .export && left == new, "\(news)")
                #expect(left == place.old || left == new || kind == .forget && isWhole(left), "\(news)")
                #expect(try new != nil && leftovers(place) == [], "\(news)")
            }
        }
        #expect(faults >= 3)
    }

    /// A log without the plate, or with it, to its last byte.
    private func isWhole(_ data: Data?) -> Bool {
        let lines = String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n")
        return lines.count >= 2 && lines.allSatisfy { $0.hasSuffix("}") } && data?.last == UInt8(ascii: "\n")
    }

    /// What a power cut takes is what was not synced: the content before the name, the name before the command says that it is done.
    @Test(arguments: Kind.allCases)
    func `content and name are on the disk, in that order`(kind: Kind) throws {
        let place = try place(kind)
        let name = (place.path as NSString).lastPathComponent
        let folder = URL(filePath: (place.path as NSString).deletingLastPathComponent).resolvingSymlinksInPath().path
        let (result, lines) = try trace(place, ["-e", "trace=fsync,renameat"])
        #expect(result.status == 0, "\(result)")
        let moved = try #require(lines.lastIndex { $0.contains("\"\(name)\"") }, "\(lines)")
        #expect(lines[..<moved].contains { $0.contains("fsync(") && $0.contains("/.\(name).plated-new>") }, "\(lines)")
        #expect(lines[moved...].contains { $0.contains("fsync(") && $0.contains("<\(folder)>") }, "\(lines)")
    }
}
