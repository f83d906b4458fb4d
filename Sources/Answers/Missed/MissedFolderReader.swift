import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The misses of one camera as its scanner has written them: read where they lie, the newest first, and no more than is asked for.
public struct MissedFolderReader: Sendable {
    /// More than the scanner ever writes of a day; in bytes.
    private static let largest = 64_000_000
    private static let day: Int64 = 86_400_000
    /// A place that lasts is written down again every hour.
    private static let lag: Int64 = 3_700_000
    /// Days; the files of a longer time than a person asks for are not looked for one by one.
    private static let most: Int64 = 400
    private static let idName = Array("\"id\":\"".utf8)

    public let camera: String
    private let folder: PictureFolder

    public init(camera: String, path: String) {
        self.camera = camera
        folder = PictureFolder(path: path)
    }

    /// The hours of a time that overlap it, the oldest first.
    public func tallies(from: WallTime, until: WallTime) -> [TallyRecord] {
        days(from: from, until: until).reversed().flatMap { day in
            MissedReading.tallies(contents(of: MissedFiles.tally(of: day)) ?? [])
        }.filter { $0.hour.milliseconds + 3_600_000 > from.milliseconds && $0.hour < until }
    }

    /// The misses that were seen in a time, by their places, the newest first.
    ///
    /// - Parameters:
    ///   - after: goes on behind the one of this place.
    ///   - limit: how many at most; one more is looked for than there are, to tell whether there are.
    public func misses(
        from: WallTime, until: WallTime, reason: String?, onlyVehicles: Bool, after: String? = nil, limit: Int
    ) -> [MissRecord] {
        let sieve = MissedSieve(reason: reason, onlyVehicles: onlyVehicles)
        var found: [(place: String, record: MissRecord)] = []
        var known: Set<String> = []
        for day in days(from: from, until: WallTime(milliseconds: until.milliseconds &+ Self.lag)) {
            // No place is later than its line: nothing in this file or an older one comes before what was found.
            if found.count > limit, let least = found.last.flatMap({ MissedFiles.time(ofID: $0.place) }),
                MissedFiles.day(of: least) > day
            {
                break
            }
            guard let bytes = contents(of: MissedFiles.ledger(of: day)) else { continue }
            // All of a file: what lasts is written again and again, so an old place may stand behind newer ones.
            for line in LinesBackwards(bytes) {
                // Of lines with one identifier the last counts, and that is met first.
                guard let id = Self.id(in: bytes, line), !known.contains(id) else { continue }
                // A place is never later than its identifier.
                if found.count > limit, let least = found.last, id <= least.place { continue }
                guard sieve.mayPass(bytes, line) else {
                    known.insert(id)
                    continue
                }
                guard let record = record(bytes[line]), record.id == id else { continue }
                known.insert(id)
                let place = record.place
                guard after.map({ place < $0 }) ?? true, sieve.passes(record), record.lastSeen >= from,
                    record.firstSeen < until
                else { continue }
                found.insert((place, record), at: found.firstIndex { $0.place < place } ?? found.count)
                if found.count > limit + 1 { found.removeLast() }
            }
        }
        return found.map(\.record)
    }

    /// The one of an identifier, as it was written last; nil where there is none.
    ///
    /// - Parameter anywhere: looks through all days, and not through those alone that its identifier tells: of a run whose clock was ahead for
    ///   a while, all later identifiers tell the time that it showed then.
    public func miss(_ id: String, now: WallTime, anywhere: Bool = false) -> MissRecord? {
        guard let time = MissedFiles.time(ofID: id) else { return nil }
        let needle = Array("\"id\":\"\(id)\"".utf8)
        let (made, end) = (time.milliseconds, now.milliseconds + Self.day)
        // What lasts is written again on later days, up to now. A clock that was far off wrote around the time that it showed.
        let isNear = made < end && end - made < Self.most * Self.day
        let told = (made - Self.day)..<(isNear ? end : made + 2 * Self.day)
        let asked = anywhere ? 0..<end : told
        for day in days(
            from: WallTime(milliseconds: asked.lowerBound), until: WallTime(milliseconds: asked.upperBound))
        {
            guard let bytes = contents(of: MissedFiles.ledger(of: day)) else { continue }
            for line in LinesBackwards(bytes) where bytes.holds(needle, in: line) {
                if let record = record(bytes[line]), record.id == id { return record }
            }
        }
        return nil
    }

    /// The one of an identifier in the ledgers of several cameras. All days are looked through only where its identifier leads to none of any.
    public static func miss(_ id: String, in readers: [Self], now: WallTime) -> (MissRecord, MissedFolderReader)? {
        for anywhere in [false, true] {
            for reader in readers {
                if let record = reader.miss(id, now: now, anywhere: anywhere) { return (record, reader) }
            }
        }
        return nil
    }

    /// A miss's crop as it is on the disk.
    public func crop(of record: MissRecord) throws -> (state: EventPicture.State, bytes: [UInt8]?) {
        guard let file = record.crop else { return (.missing, nil) }
        return try EventPicture(kind: "crop", file: file, folder: folder).load()
    }

    // MARK: - Files

    /// Days that a time touches, the newest first.
    private func days(from: WallTime, until: WallTime) -> [String] {
        guard from < until else { return [] }
        let last = (until.milliseconds - 1).flooredDay
        let first = max(from.milliseconds.flooredDay, last - Self.most)
        return (first...last).reversed().map { MissedFiles.day(of: WallTime(milliseconds: $0 * Self.day)) }
    }

    private func record(_ line: ArraySlice<UInt8>) -> MissRecord? {
        do throws(LineFault) {
            let record = try MissRecord(line: Array(line))
            // The folder of one camera tells of that alone.
            return record.camera == camera ? record : nil
        } catch {
            return nil
        }
    }

    /// The identifier of a line, which stands before all that may be long in it; nil where it has none.
    private static func id(in bytes: [UInt8], _ line: Range<Int>) -> String? {
        guard let start = bytes.place(of: idName, in: line).map({ $0 + idName.count }), start + 26 <= line.upperBound
        else { return nil }
        let id = String(decoding: bytes[start..<start + 26], as: UTF8.self)
        return MissedFiles.isID(id) ? id : nil
    }

    private func contents(of name: String) -> [UInt8]? {
        do throws(PictureFolder.Absence) {
            let file = try folder.open(name)
            guard file.size <= Self.largest else { return nil }
            var bytes = [UInt8](repeating: 0, count: file.size)
            var have = 0
            while have < bytes.count {
                let got = bytes.withUnsafeMutableBytes {
                    pread(file.descriptor, $0.baseAddress?.advanced(by: have), file.size - have, off_t(have))
                }
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                have += got
            }
            return have == bytes.count ? bytes : Array(bytes.prefix(have))
        } catch {
            return nil
        }
    }
}

extension Int64 {
    /// Days since 1970.
    fileprivate var flooredDay: Int64 { self >= 0 ? self / 86_400_000 : (self - 86_399_999) / 86_400_000 }
}
