import Files

/// The log as a file: whole lines, ours alone, each on disk once it is appended.
final class LogFile {
    /// A line of ours is a few hundred bytes, or a few thousand with long names in it. A torn end that is longer is none.
    static let longestLine = 16_384

    private let file: OpenFile
    /// When the first line was written to a file that was empty when it was opened, by the clock of its file system.
    private(set) var begun: Int64?
    /// The folder in which it was opened.
    let folder: FileIdentity?
    private var isEmpty: Bool

    init(path: String) throws(LogFailure) {
        file = try OpenFile(path, role: "log", appends: true, mode: 0o640)
        folder = FileIdentity(at: FilePlace.folder(of: path))
        isEmpty = try file.size == 0
        if try file.read(SpoolFormat.magic.count, at: 0) == SpoolFormat.magic {
            throw LogFailure(
                "opening the log \(path)", reason: "records of another log wait in it; name another file", cause: .unfit
            )
        }
    }

    var isAtItsPath: Bool { file.isAtItsPath }
    var identity: FileIdentity? { file.identity }
    var size: Int { get throws(LogFailure) { try file.size } }
    var isDeleted: Bool { file.isDeleted }
    var isLocked: Bool { file.isLocked }
    /// Whether it was begun here, and stood there for nobody before.
    var isMade: Bool { file.isMade }
    var path: String { file.path }
    /// Why nothing could be appended now; nil where something could, as far as its file system tells.
    var hindrance: String? { file.hindrance }

    /// Appends a line with one `write` and has it on disk, or leaves no trace of it.
    func append(_ line: [UInt8]) throws(LogFailure) {
        try file.append(line)
        if isEmpty { begun = try file.modified }
        isEmpty = false
    }

    /// When it was last written to, by the clock of its file system.
    var modified: Int64 { get throws(LogFailure) { try file.modified } }

    /// Takes bytes off the end.
    func cut(_ count: Int) throws(LogFailure) { try file.cut(count) }

    /// Puts a line in the place of bytes at the end, or leaves them there.
    func replaceEnd(_ count: Int, with line: [UInt8]) throws(LogFailure) { try file.replaceEnd(count, with: line) }

    func read(_ count: Int, at offset: Int) throws(LogFailure) -> [UInt8] { try file.read(count, at: offset) }

    /// The last bytes of the file.
    func tail(_ count: Int) throws(LogFailure) -> [UInt8] {
        let size = try file.size
        return try file.read(min(size, count), at: max(0, size - count))
    }

    /// Moves the whole file to a free name beside it and returns that; it stays open under it.
    func putAside(at time: WallTime) throws(LogFailure) -> String { try file.putAside(at: time) }

    /// How the log ends.
    enum End: Equatable {
        /// In a line, or there is nothing in it.
        case whole
        /// In what a power cut or a kill left of a line: no newline follows it, or it has holes (zeros) in it.
        case torn([UInt8])
        /// In what cannot be a line of ours: a stretch of zeros after a power cut, or a file that never was a log.
        case noLine
    }

    func end() throws(LogFailure) -> End {
        let tail = try tail(Self.longestLine + 1)
        guard let last = tail.last else { return .whole }
        let newline = UInt8(ascii: "\n")
        let body = last == newline ? tail.dropLast() : tail[...]
        let start = body.lastIndex(of: newline).map { $0 + 1 } ?? 0
        if last == newline, !tail[start...].contains(0) { return .whole }
        // A log begins with an object of JSON, or with the zeros that a power cut left of one.
        let first = try file.read(1, at: 0).first
        let isLog = first == UInt8(ascii: "{") || first == 0
        return isLog && tail.count - start <= Self.longestLine ? .torn(Array(tail[start...])) : .noLine
    }

    /// Ends the last line, whatever is in it.
    func endLine() throws(LogFailure) {
        if try tail(1).last != UInt8(ascii: "\n") { try append([UInt8(ascii: "\n")]) }
    }
}
