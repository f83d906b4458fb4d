import Files
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// Remembers over a restart when the scanner last ran, and which gap was open.
///
/// A small file of our own, written every second and at the end. Without one, a gap that lasts over a restart has two beginnings, and
/// a time in which the scanner did not run is in no record.
public struct GapJournal: Sendable {
    public struct Entry: Sendable, Equatable {
        /// When the scanner ran last.
        public var alive: WallTime
        /// The gap that was open then.
        public var gap: Gap?
        /// When it ran last before that, where the clock is behind that time: it was not right yet.
        public var before: WallTime?
        /// When it began that gap, where the clock is behind that time.
        public var begun: WallTime?
        /// How the clock was set.
        public var clock: ClockSetting?

        public init(
            alive: WallTime, gap: Gap? = nil, before: WallTime? = nil, begun: WallTime? = nil,
            clock: ClockSetting? = nil
        ) {
            self.alive = alive
            self.gap = gap
            self.before = before
            self.begun = begun
            self.clock = clock
        }

        /// When the scanner ran last: a power cut takes the last half minute of the journal, and no line of the log. What is much later
        /// was told by a clock that was set wrong.
        ///
        /// - Parameter times: at which the log shows that there was a picture.
        func lastRun(seen times: [WallTime?]) -> WallTime {
            times.compactMap { $0 }.filter { $0.milliseconds - alive.milliseconds < 120_000 }.reduce(alive, max)
        }
    }

    private let path: String

    public init(path: String) {
        self.path = path
    }

    /// Nil where there is none, or none that can be read: then nothing is known of the time before.
    public func read() -> Entry? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return Entry(text: String(decoding: buffer.prefix(count), as: UTF8.self))
    }

    /// Whether it could be written. A journal that cannot costs a record's exactness and nothing else.
    ///
    /// - Parameter syncs: whether it is to be on the disk, and not only in the system's memory.
    @discardableResult
    public func write(_ entry: Entry, syncs: Bool = false) -> Bool {
        writeOver(Array(entry.text.utf8), syncs: syncs) || replace(with: Array(entry.text.utf8))
    }

    /// Writes over an entry of the same length: that is one sector of the disk, leaves no moment without an entry, and needs no room.
    private func writeOver(_ bytes: [UInt8], syncs: Bool) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == bytes.count else {
            return false
        }
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return false }
        // Where that fails, it is written all the same, and the log tells what a power cut takes.
        if syncs { fdatasync(descriptor) }
        return true
    }

    private func replace(with bytes: [UInt8]) -> Bool {
        do {
            try AtomicFile.write(bytes, to: path, mode: 0o640)
            return true
        } catch { return false }
    }
}

extension GapJournal.Entry {
    /// Bytes of every entry: half a sector, and more than any has to say.
    static let length = 256

    /// `alive MILLISECONDS`, `gap ID CAUSE MILLISECONDS` where one is open, `before MILLISECONDS` where the clock is behind that, with
    /// `begun MILLISECONDS` of the gap, and `clock BOOT MILLISECONDS`; then a line of blanks. All are of one length, so that a gap that begins or
    /// ends while the disk is full has its place.
    var text: String {
        var lines = ["alive \(alive.milliseconds)"]
        if let gap { lines.append("gap \(gap.id) \(gap.cause.rawValue) \(gap.start.milliseconds)") }
        if let before { lines.append("before \(before.milliseconds)") }
        if let begun { lines.append("begun \(begun.milliseconds)") }
        if let clock { lines.append("clock \(clock.boot) \(clock.milliseconds)") }
        let text = lines.joined(separator: "\n") + "\n"
        return text + String(repeating: " ", count: max(0, Self.length - 1 - text.utf8.count)) + "\n"
    }

    init?(text: String) {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
        guard let first = lines.first, first.count == 2, first[0] == "alive", let alive = Int64(first[1]) else {
            return nil
        }
        self.init(alive: WallTime(milliseconds: alive))
        func time(_ name: String) -> WallTime? {
            lines.dropFirst().first { $0.count == 2 && $0[0] == name }.flatMap { Int64($0[1]) }
                .map { WallTime(milliseconds: $0) }
        }
        before = time("before")
        begun = time("begun")
        clock = lines.first { $0.count == 3 && $0[0] == "clock" }.flatMap { line in
            Int64(line[2]).map { ClockSetting(boot: String(line[1]), milliseconds: $0) }
        }
        guard lines.count > 1, lines[1].count == 4, lines[1][0] == "gap",
            let start = Int64(lines[1][3])
        else { return }
        let cause = Gap.Cause(rawValue: String(lines[1][2]))
        guard Gap.Cause.allCases.contains(cause) else { return }
        gap = Gap(id: String(lines[1][1]), cause: cause, start: WallTime(milliseconds: start))
    }
}
