/// The log as a file: whole lines, ours alone, each on disk once it is appended.
final class LogFile {
    /// A line of ours is a few hundred bytes; what ends in a longer one is no log.
    static let longestLine = 65_536

    private let file: OpenFile

    init(path: String) throws(LogFailure) {
        file = try OpenFile(path, role: "log", appends: true, mode: 0o640)
    }

    var isAtItsPath: Bool { file.isAtItsPath }
    var isDeleted: Bool { file.isDeleted }
    var isLocked: Bool { file.isLocked }
    var path: String { file.path }

    /// Appends a line with one `write` and has it on disk, or leaves no trace of it.
    func append(_ line: [UInt8]) throws(LogFailure) { try file.append(line) }

    /// Takes bytes off the end.
    func cut(_ count: Int) throws(LogFailure) { try file.cut(count) }

    /// Puts a line in the place of bytes at the end, or leaves them there.
    func replaceEnd(_ count: Int, with line: [UInt8]) throws(LogFailure) { try file.replaceEnd(count, with: line) }

    /// The last bytes of the file.
    func tail(_ count: Int) throws(LogFailure) -> [UInt8] {
        let size = try file.size
        return try file.read(min(size, count), at: max(0, size - count))
    }

    /// What a power cut or a kill left of a line at the end: no newline follows it, or it has holes (zeros) in it.
    func tornEnd() throws(LogFailure) -> [UInt8]? {
        let tail = try tail(Self.longestLine + 1)
        guard let last = tail.last else { return nil }
        let newline = UInt8(ascii: "\n")
        let body = last == newline ? tail.dropLast() : tail[...]
        let start = body.lastIndex(of: newline).map { $0 + 1 } ?? 0
        if last == newline, !tail[start...].contains(0) { return nil }
        guard tail.count - start <= Self.longestLine else {
            throw LogFailure(
                "opening the log \(file.path)", reason: "it does not end in lines, so it is no log; move it away",
                cause: .unfit)
        }
        return Array(tail[start...])
    }
}
