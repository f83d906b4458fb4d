import Foundation
import Glibc
import TestSupport
import Testing

@testable import Records

/// A folder with a log that is written to, rotated and followed.
final class LogScene {
    let folder: TemporaryFolder
    var path: String { folder.file("gate.ndjson") }
    var tail: LogTail

    init() throws {
        folder = try TemporaryFolder()
        tail = LogTail(path: folder.file("gate.ndjson"))
    }

    static func line(_ id: String) -> String { "{\"schema\":\"test/1\",\"id\":\"\(id)\"}\n" }

    /// Appends to a file as a writer does who has it open, or opens it.
    func append(_ text: String, to name: String = "gate.ndjson") throws {
        let descriptor = open(folder.file(name), O_WRONLY | O_APPEND | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    }

    func write(_ ids: String..., to name: String = "gate.ndjson") throws {
        for id in ids { try append(Self.line(id), to: name) }
    }

    func move(_ from: String, _ to: String) throws {
        try FileManager.default.moveItem(atPath: folder.file(from), toPath: folder.file(to))
    }

    func copy(_ from: String, _ to: String) throws {
        try FileManager.default.copyItem(atPath: folder.file(from), toPath: folder.file(to))
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: folder.file(name))
    }

    func empty(_ name: String = "gate.ndjson") throws { try #require(truncate(folder.file(name), 0) == 0) }

    func compress(_ name: String, with program: String = "gzip") throws {
        try #require(Command.succeeds(program, "-q", folder.file(name)))
    }

    /// The identifiers of the lines that come now, and what is told between them.
    func read(_ count: Int = 1000) throws -> [String] {
        try tail.read(upTo: count).map { item in
            switch item {
            case .line(let line):
                cursor = line.cursor
                switch line.record {
                case .success(let record): return record.id ?? "no id"
                case .failure(let fault): return "\(fault)"
                }
            case .interruption(.lost): return "lost"
            case .interruption(.emptied): return "emptied"
            case .interruption(.rewritten): return "rewritten"
            case .interruption(.unreadable): return "unreadable"
            }
        }
    }

    private(set) var cursor: LogCursor?

    /// As a process that was away and knows nothing but the cursor that it kept as a text.
    func restart() throws {
        let text = try #require(cursor).description
        let kept: LogCursor = try #require(LogCursor(text))
        tail = LogTail(path: path, cursor: kept)
    }
}
