import Answers
import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// A destination that is a folder: a file of CSV for each day of this place's clocks, with a row for each record, on disk before it counts.
actor CSVDestination: Destination {
    nonisolated let most = 256

    private let way: CSVWay
    private let name: String
    private let zone: LocalZone
    private let now: @Sendable () -> WallTime
    private let worker: Worker
    private var sweep: DailySweep

    /// - Parameter isTrusted: whether the clock can be trusted to say what is too old.
    init(
        _ way: CSVWay, name: String, zone: LocalZone = .current, now: @escaping @Sendable () -> WallTime,
        isTrusted: @escaping @Sendable () -> Bool
    ) {
        self.way = way
        self.name = name
        self.zone = zone
        self.now = now
        sweep = DailySweep(days: way.days, zone: zone, isTrusted: isTrusted)
        worker = Worker(name)
    }

    private var folder: OutputFolder { OutputFolder(path: way.folder) }

    func begin() async { await removeOld() }

    func watch(_ tell: @escaping Watcher) async { await folder.watch(tell, on: worker) }

    func rest(_ wait: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) async throws {
        try await folder.rest(wait, on: worker, sleep: sleep)
    }

    func deliver(_ parcels: [Parcel]) async -> Delivered {
        if let trouble = await worker.run({ [folder] in folder.trouble }) {
            return .failed(Trouble(.folder, trouble))
        }
        var rest = parcels[...]
        while let first = rest.first {
            // Rows of one day and one kind in their order, then the next.
            let (day, kind) = (zone.day(of: first.time), Kind(first))
            let group = rest.prefix { zone.day(of: $0.time) == day && Kind($0) == kind }
            let rows = group.compactMap { kind.cells($0, zone: zone) }.map { CSVRow.text($0) }.joined()
            let file = DayFile(
                path: "\(way.folder)/\(name)\(kind.rawValue)-\(day).csv", headings: CSVRow.text(kind.headings))
            if let reason = await worker.run({ file.append(rows) }) {
                return Delivered(count: parcels.count - rest.count, trouble: .again(reason))
            }
            rest = rest.dropFirst(group.count)
        }
        await removeOld()
        return Delivered(count: parcels.count)
    }

    /// Removes the files that have been there for long enough.
    private func removeOld() async {
        guard let limit = sweep.limit(at: now()) else { return }
        let (folder, name) = (way.folder, name)
        await worker.run {
            for kind in Kind.allCases { DayFile.remove(in: folder, of: name + kind.rawValue, before: limit) }
        }
    }

    /// What stands in a file of its own: the raw value belongs to the file's name.
    private enum Kind: String, CaseIterable {
        case plates = ""
        case matches = ".matches"
        case sessions = ".sessions"

        init(_ parcel: Parcel) {
            self = parcel.match != nil ? .matches : parcel.session != nil ? .sessions : .plates
        }

        var headings: [String] {
            switch self {
            case .plates: EventTable.headings
            case .matches: MatchTable.headings
            case .sessions: SessionTable.headings
            }
        }

        func cells(_ parcel: Parcel, zone: LocalZone) -> [String]? {
            switch self {
            case .plates: parcel.plate.map { EventTable(zone: zone).cells($0) }
            case .matches: parcel.match.map { MatchTable(zone: zone).cells($0) }
            case .sessions: parcel.session.map { SessionTable(zone: zone).cells($0) }
            }
        }
    }
}

/// One day's file.
struct DayFile: Sendable {
    let path: String
    let headings: String

    /// - Returns: why it could not be written; nil where all of it is on disk.
    func append(_ rows: String) -> String? {
        let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o640)
        guard descriptor >= 0 else { return failure }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return "\(path) is no file" }
        let whole = Self.wholeRows(of: descriptor, size: Int(status.st_size))
        // What a full disk or a power cut left of a row was never told to have arrived.
        if whole < status.st_size, ftruncate(descriptor, off_t(whole)) != 0 { return failure }
        let bytes = Array(((whole == 0 ? headings : "") + rows).utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            let reason = errno == 0 ? "there is no room" : failure
            _ = ftruncate(descriptor, off_t(whole))
            return reason
        }
        return fdatasync(descriptor) == 0 ? nil : failure
    }

    private var failure: String { "\(path) cannot be written: \(String(cString: strerror(errno)))" }

    /// Where the last whole row ends.
    private static func wholeRows(of descriptor: Int32, size: Int) -> Int {
        var end = size
        var buffer = [UInt8](repeating: 0, count: 4096)
        while end > 0 {
            let start = max(0, end - buffer.count)
            let count = pread(descriptor, &buffer, end - start, off_t(start))
            guard count > 0 else { return size }
            if let last = buffer[..<count].lastIndex(of: 0x0A) { return start + last + 1 }
            end = start
        }
        return 0
    }

    /// Removes the files of earlier days.
    static func remove(in folder: String, of name: String, before day: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        var old: [String] = []
        while let entry = readdir(directory) {
            let file = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard file.hasPrefix("\(name)-"), file.hasSuffix(".csv") else { continue }
            let middle = file.dropFirst(name.count + 1).dropLast(4)
            // Only what has the form of a day is ours.
            if middle.count == 10, WallTime(rfc3339: "\(middle)T00:00:00Z") != nil, middle < day { old.append(file) }
        }
        for file in old { unlink("\(folder)/\(file)") }
    }
}
