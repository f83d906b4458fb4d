#if canImport(Glibc)
    import Glibc
#endif

/// Lines that wait for their log, on disk: one file a log, with room that is taken beforehand, so that it works when the
/// disk is full.
final class Spool {
    /// More waits nowhere: it could not be read into memory again.
    static let mostBytes = 256 << 20

    let path: String
    private let file: OpenFile
    private let reserve: Int
    private var entries: [SpoolFormat.Entry] = []
    private var end = 0
    /// Whether the lines that wait come from an earlier run, which may have been killed between writing one to the log and
    /// noting that here.
    private(set) var isInDoubt = false
    /// What an earlier run did not finish, or the disk did not keep.
    private(set) var damaged: [[UInt8]] = []
    /// Files that hold what was in the spool and is too damaged to be a record.
    private(set) var putAside: [String] = []
    /// Why there is less room than should be, or why it could not be written last, where that is so.
    private(set) var shortage: LogFailure?

    /// - Parameters:
    ///   - reserve: room that is taken on the disk, in bytes.
    ///   - now: for the name of what has to be put aside.
    init(path: String, reserve: Int, at now: WallTime) throws(LogFailure) {
        self.path = path
        self.reserve = reserve
        let found = try OpenFile(path, role: "spool", appends: false, mode: 0o600)
        if try Self.isReadable(found) {
            file = found
        } else {
            putAside = [try found.putAside(at: now)]
            file = try OpenFile(path, role: "spool", appends: false, mode: 0o600)
        }
        try load(at: now)
        do {
            let size = try file.size
            if size < reserve {
                // Written and not only promised: some file systems would need more room for the first write.
                try file.write([UInt8](repeating: 0, count: reserve - size), at: size)
                try file.sync()
            }
        } catch {
            shortage = error
        }
    }

    /// False for what was a spool and is damaged; throws for what is somebody else's text.
    private static func isReadable(_ file: OpenFile) throws(LogFailure) -> Bool {
        let head = try file.read(512, at: 0)
        if SpoolFormat.isSpool(head) { return try file.size <= mostBytes }
        // A spool is never without bytes that no text has.
        guard head.contains(where: { $0 < 9 || $0 == 0xFF }) else {
            throw LogFailure(
                "opening the spool \(file.path)", reason: "it is no spool of plated; move it away, or set log.spool",
                cause: .unfit)
        }
        return false
    }

    private func load(at now: WallTime) throws(LogFailure) {
        let contents = SpoolFormat.contents(of: try file.read(try file.size, at: 0))
        entries = contents.waiting
        end = contents.end
        isInDoubt = !entries.isEmpty
        damaged = contents.damaged.map(\.line)
        if !contents.rest.isEmpty { keepRest(contents.rest, at: now) }
        for entry in contents.damaged { try file.write(SpoolFormat.done, at: entry.offset + SpoolFormat.stateOffset) }
        if !contents.rest.isEmpty { try file.write([UInt8](repeating: 0, count: contents.rest.count), at: end) }
        if entries.isEmpty { try clear() }
    }

    /// Keeps what follows the last entry: as a damaged record, or in a file of its own where it is more than a record.
    private func keepRest(_ rest: [UInt8], at now: WallTime) {
        if rest.count > LogFile.longestLine {
            do {
                return putAside.append(try file.putAside(rest, at: now))
            } catch {
                // There may be no room for it: then it goes to the log, however long.
                shortage = error
            }
        }
        damaged.append(SpoolFormat.text(of: rest))
    }

    /// Oldest first.
    var lines: [[UInt8]] { entries.map(\.line) }
    var count: Int { entries.count }
    /// In bytes, of all that lies in it.
    var size: Int { end }
    var first: [UInt8]? { entries.first?.line }
    var isAtItsPath: Bool { file.isAtItsPath }
    var isLocked: Bool { file.isLocked }

    /// Keeps a line: it is on disk, or nothing of it is.
    func append(_ line: [UInt8]) throws(LogFailure) {
        let entry = SpoolFormat.entry(line)
        do {
            try file.write(entry, at: end)
            try file.sync()
        } catch {
            // Nobody may take it for one that waits; where that fails too, there is nothing left to try.
            try file.write([UInt8](repeating: 0, count: SpoolFormat.headerSize), at: end)
            throw error
        }
        entries.append(.init(offset: end, line: line))
        end += entry.count
    }

    /// The first line is in the log.
    func removeFirst() {
        note([entries.removeFirst()])
    }

    /// Removes those that an earlier run has written already.
    func settle(_ isWritten: ([UInt8]) -> Bool) {
        isInDoubt = false
        let written = entries.filter { isWritten($0.line) }
        entries.removeAll { isWritten($0.line) }
        note(written)
    }

    /// Notes which are done. Where that fails, the next run finds it out by reading the log.
    private func note(_ done: [SpoolFormat.Entry]) {
        do {
            for entry in done { try file.write(SpoolFormat.done, at: entry.offset + SpoolFormat.stateOffset) }
            if entries.isEmpty { try clear() }
        } catch {
            shortage = error
        }
    }

    /// Takes the file away, with nothing in it.
    func remove() {
        if entries.isEmpty, isAtItsPath { unlink(path) }
    }

    private func clear() throws(LogFailure) {
        let used = end
        end = 0
        if used > 0 {
            try file.write([UInt8](repeating: 0, count: used), at: 0)
            try file.sync()
        }
        if try file.size > reserve { try file.truncate(to: reserve) }
    }
}
