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

    /// The misses that were seen in a time, the newest first.
    ///
    /// - Parameters:
    ///   - after: goes on behind the one of this identifier.
    ///   - limit: how many at most; one more is looked for than there are, to tell whether there are.
    public func misses(
        from: WallTime, until: WallTime, reason: String?, onlyVehicles: Bool, after: String? = nil, limit: Int
    ) -> [MissRecord] {
        let sieve = MissedSieve(reason: reason, onlyVehicles: onlyVehicles)
        var found: [MissRecord] = []
        var known: Set<String> = []
        for day in days(from: from, until: WallTime(milliseconds: until.milliseconds &+ Self.lag)) {
            guard let bytes = contents(of: MissedFiles.ledger(of: day)) else { continue }
            for line in LinesBackwards(bytes) {
                guard sieve.mayPass(bytes, line), let record = record(bytes[line]) else { continue }
                // Of lines with one identifier the last counts, and that is met first.
                guard known.insert(record.id).inserted, after.map({ record.id < $0 }) ?? true else { continue }
                guard sieve.passes(record), record.lastSeen >= from, record.firstSeen < until else { continue }
                found.append(record)
                if found.count > limit { return found }
            }
        }
        return found
    }

    /// The one of an identifier, as it was written last; nil where there is none.
    public func miss(_ id: String, now: WallTime) -> MissRecord? {
        guard let time = MissedFiles.time(ofID: id), time.milliseconds <= now.milliseconds + Self.day else {
            return nil
        }
        let needle = Array("\"id\":\"\(id)\"".utf8)
        for day in days(from: time, until: WallTime(milliseconds: now.milliseconds + Self.day)) {
            guard let bytes = contents(of: MissedFiles.ledger(of: day)) else { continue }
            for line in LinesBackwards(bytes) where bytes.holds(needle, in: line) {
                if let record = record(bytes[line]), record.id == id { return record }
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
        // The files of a longer time than a person asks for are not looked for one by one.
        let first = max(from.milliseconds.flooredDay, last - 400)
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
