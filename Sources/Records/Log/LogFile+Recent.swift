extension LogFile {
    /// The last whole lines of the log and of the files it was lately rotated to.
    ///
    /// - Parameter count: how many bytes of each are looked at.
    func recentLines(atLeast count: Int) throws(LogFailure) -> Set<[UInt8]> {
        var lines = Self.lines(try tail(count))
        for member in Self.newest(of: path).filter({ $0.path != path }).prefix(8) {
            lines.formUnion(Self.lines(Self.tail(count, of: member)))
        }
        return lines
    }

    /// The log and its rotations, the newest first. A folder that may be written to and not be read tells of none.
    static func newest(of path: String) -> [LogFamily.Member] {
        do {
            return try LogFamily(of: path).members.reversed()
        } catch {
            return []
        }
    }

    /// When the last plate was last seen that is among the last records of a log, or of the file it was last rotated to; nil where none is.
    static func lastPlate(of path: String) -> WallTime? { latest(of: path) { lastPlate(in: $0) } }

    /// The last record of a gap of a camera that is among the last records of a log, or of the file it was last rotated to.
    static func lastGap(of camera: String, inLog path: String) -> GapRecord? {
        latest(of: path) { lastGap(in: $0, of: camera) }
    }

    private static func latest<Value>(of path: String, in find: (_ lines: [[UInt8]]) -> Value?) -> Value? {
        for member in newest(of: path).prefix(2) {
            let lines = tail(recent, of: member).split(separator: UInt8(ascii: "\n")).map { Array($0) }
            if let value = find(lines) { return value }
        }
        return nil
    }

    static func lastGap(in lines: [[UInt8]], of camera: String) -> GapRecord? {
        for line in lines.reversed() where line.starts(with: startOfGap) {
            if case .gap(let gap)? = record(line), gap.camera == camera { return gap }
        }
        return nil
    }

    /// Nearly no line is of a gap: those are told by their first bytes.
    private static let startOfGap = Array("{\"schema\":\"\(GapRecord.schema)\"".utf8)

    /// When the last plate of these lines was last seen. Nothing else shows that there was a picture: other records are written without
    /// one, and a plate may be, later. One of a recording says nothing of the camera.
    static func lastPlate(in lines: [[UInt8]]) -> WallTime? {
        for line in lines.reversed() {
            if let event = plate(of: line), event.file == nil { return event.lastSeen }
        }
        return nil
    }

    /// Bytes at the end of a log, and of what waits for it, that are looked through for plates and gaps.
    static let recent = 64 * longestLine

    /// The plates of a time and later among the last records of a log, of the file it was last rotated to, and of what waits for it.
    static func plates(of path: String, and waiting: [[UInt8]], since time: WallTime) -> [PlateEvent] {
        let written = newest(of: path).prefix(2).flatMap { lines(tail(recent, of: $0)) }
        return (written + waiting).compactMap { line in
            guard let event = plate(of: line), event.time >= time else { return nil }
            return event
        }
    }

    private static func plate(of line: [UInt8]) -> PlateEvent? {
        if case .plate(let event)? = record(line) { event } else { nil }
    }

    private static func record(_ line: [UInt8]) -> Record? {
        do {
            return try Record(line: line)
        } catch {
            // The tail begins amid a line.
            return nil
        }
    }

    private static func lines(_ tail: [UInt8]) -> Set<[UInt8]> {
        Set(tail.split(separator: UInt8(ascii: "\n")).map { $0 + [UInt8(ascii: "\n")] })
    }

    /// What cannot be read is nothing.
    static func tail(_ count: Int, of member: LogFamily.Member) -> [UInt8] {
        var tail: [UInt8] = []
        do {
            guard let contents = try member.open() else { return [] }
            var offset = contents.isPlain ? max(0, member.size - count) : 0
            while case let bytes = try contents.read(65_536, at: offset), !bytes.isEmpty {
                offset += bytes.count
                tail = Array((tail + bytes).suffix(count))
            }
        } catch {
            return tail
        }
        return tail
    }
}
