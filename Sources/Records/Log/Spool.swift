#if canImport(Glibc)
    import Glibc
#endif

/// Lines that wait for their log, on disk: one file a log, with room that is taken beforehand, so that it works when the
/// disk is full.
final class Spool {
    let path: String
    private let file: OpenFile
    private let reserve: Int
    private let mostInMemory: Int
    /// Those that wait, oldest first.
    private var entries: ArraySlice<SpoolFormat.Entry> = []
    /// Lines by where their entry is: as many as may be in memory, so that a disk that goes takes none of the few that mostly wait.
    private var inMemory: [Int: [UInt8]] = [:]
    private var bytesInMemory = 0
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
    ///   - mostInMemory: bytes of lines; the others are read when they are wanted, so that the disk alone limits how many wait.
    ///   - now: for the name of what has to be put aside.
    init(path: String, reserve: Int, mostInMemory: Int = 16 << 20, at now: WallTime) throws(LogFailure) {
        self.path = path
        self.reserve = reserve
        self.mostInMemory = mostInMemory
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
        if SpoolFormat.isSpool(head) { return true }
        // A spool is never without bytes that no text has.
        guard head.contains(where: { $0 < 9 || $0 == 0xFF }) else {
            throw LogFailure(
                "opening the spool \(file.path)", reason: "it is no spool of plated; move it away",
                cause: .unfit)
        }
        return false
    }

    private func load(at now: WallTime) throws(LogFailure) {
        let file = self.file
        var pieces = SpoolPieces(size: try file.size) { count, offset throws(LogFailure) in
            try file.read(count, at: offset)
        }
        let contents = try SpoolFormat.contents(of: &pieces)
        entries = contents.waiting[...]
        end = contents.end
        isInDoubt = !entries.isEmpty
        for entry in entries {
            if bytesInMemory + entry.count > mostInMemory { break }
            remember(try line(of: entry), of: entry)
        }
        for entry in contents.damaged { damaged.append(try file.read(entry.count, at: entry.start)) }
        if !contents.rest.isEmpty, !contents.isRestDone { try keepRest(contents.rest, at: now) }
        for entry in contents.damaged { try file.write(SpoolFormat.done, at: entry.offset + SpoolFormat.stateOffset) }
        try zero(contents.rest)
        if entries.isEmpty { try clear() }
    }

    /// Keeps what follows the last entry: as a damaged record, or in a file of its own where it is more than a record.
    private func keepRest(_ rest: Range<Int>, at now: WallTime) throws(LogFailure) {
        if rest.count > LogFile.longestLine {
            do {
                return putAside.append(try file.putAside(rest, at: now))
            } catch {
                // There may be no room for it: then it goes to the log, however long, or stays here where it is more than memory holds.
                guard rest.count <= mostInMemory else { throw error }
                shortage = error
            }
        }
        damaged.append(SpoolFormat.text(of: try file.read(rest.count, at: rest.lowerBound)))
    }

    var count: Int { entries.count }
    var isAtItsPath: Bool { file.isAtItsPath }
    var isLocked: Bool { file.isLocked }

    // MARK: - What waits

    var first: [UInt8]? {
        get throws(LogFailure) {
            guard let entry = entries.first else { return nil }
            return try line(of: entry)
        }
    }

    /// What is left of the first one, where the disk has not kept it as it was.
    func damagedFirst() throws(LogFailure) -> [UInt8]? {
        guard let entry = entries.first, inMemory[entry.offset] == nil else { return nil }
        let line = try file.read(entry.count, at: entry.start)
        return SpoolFormat.checksum(line) == entry.checksum ? nil : line
    }

    /// All of them, oldest first.
    func lines() throws(LogFailure) -> [[UInt8]] { try newest(.max) }

    /// The last ones, oldest first.
    ///
    /// - Parameter room: bytes that they have at most.
    func newest(_ room: Int) throws(LogFailure) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var left = room
        for entry in entries.reversed() {
            left -= entry.count
            if left < 0 { break }
            lines.append(try line(of: entry))
        }
        return lines.reversed()
    }

    func contains(where isSuch: ([UInt8]) -> Bool) throws(LogFailure) -> Bool {
        for entry in entries {
            if isSuch(try line(of: entry)) { return true }
        }
        return false
    }

    private func line(of entry: SpoolFormat.Entry) throws(LogFailure) -> [UInt8] {
        if let line = inMemory[entry.offset] { return line }
        let line = try file.read(entry.count, at: entry.start)
        guard SpoolFormat.checksum(line) == entry.checksum else {
            throw LogFailure(
                "reading the spool \(path)", reason: "a record in it is not as it was written", cause: .system(EIO))
        }
        return line
    }

    private func remember(_ line: [UInt8], of entry: SpoolFormat.Entry) {
        inMemory[entry.offset] = line
        bytesInMemory += line.count
    }

    // MARK: - Changing

    /// Keeps a line: it is on disk, or nothing of it is.
    func append(_ line: [UInt8]) throws(LogFailure) {
        let entry = SpoolFormat.Entry(offset: end, count: line.count, checksum: SpoolFormat.checksum(line))
        do {
            try file.write(SpoolFormat.entry(line), at: end)
            try file.sync()
        } catch {
            // Nobody may take it for one that waits; where that fails too, there is nothing left to try.
            try file.write([UInt8](repeating: 0, count: SpoolFormat.headerSize), at: end)
            throw error
        }
        entries.append(entry)
        if bytesInMemory + line.count <= mostInMemory { remember(line, of: entry) }
        end = entry.end
    }

    /// The first line is in the log.
    func removeFirst() { remove(entries.prefix(1)) }

    /// Removes those that an earlier run has written already: all up to the last one of them that is in the log, since they went there in
    /// their order.
    func settle(_ written: Set<[UInt8]>) throws(LogFailure) {
        let checksums = Set(written.map { SpoolFormat.checksum($0) })
        for index in entries.indices.reversed() where checksums.contains(entries[index].checksum) {
            guard written.contains(try line(of: entries[index])) else { continue }
            remove(entries[...index])
            break
        }
        isInDoubt = false
    }

    /// Notes that the first ones are done. Where that fails, the next run finds it out by reading the log.
    private func remove(_ done: ArraySlice<SpoolFormat.Entry>) {
        entries = entries.dropFirst(done.count)
        for entry in done { bytesInMemory -= inMemory.removeValue(forKey: entry.offset)?.count ?? 0 }
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
            if used > reserve {
                // First, and at once: it may be more than is overwritten in a moment. That all of it is done is on disk before.
                try file.sync()
                try file.truncate(to: reserve)
            }
            try zero(0..<min(used, reserve))
            try file.sync()
        }
        if try file.size > reserve { try file.truncate(to: reserve) }
    }

    private func zero(_ part: Range<Int>) throws(LogFailure) {
        for start in stride(from: part.lowerBound, to: part.upperBound, by: SpoolPieces.length) {
            try file.write(
                [UInt8](repeating: 0, count: min(SpoolPieces.length, part.upperBound - start)), at: start)
        }
    }
}
