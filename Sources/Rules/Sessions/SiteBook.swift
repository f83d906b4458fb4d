import Basics
import Plates
import Records

/// Who is in a site, and which exit belongs to which entry: a pure value that is told of plates and of time, and says what changed.
///
/// Entries and exits are paired one to one so that the sum of all that speaks for the pairs is the greatest; what speaks for a pair has to
/// exceed what speaks for two vehicles whose other ends were missed. With each exit the best change of pairs is looked for
/// (`SiteBook+Pairing`). Records may come late and in any order; what counts is their own time.
/// It has more than 500 lines because pairing, late records and overstays change the same vehicles.
public struct SiteBook: Sendable {
    public let site: SessionSite
    /// By number. Entries and exits share one row of numbers.
    var visits: [Int: Visit] = [:]
    var leavings: [Int: Leaving] = [:]
    private var latest = 0
    var entryIndex = PassIndex()
    var exitIndex = PassIndex()
    var dues = DueQueue<Due>()
    /// Those whose time has come, and that wait until all logs are read so far.
    var held: [(time: WallTime, what: Due)] = []
    /// By camera and identifier of their events.
    private(set) var known: [String: Int] = [:]
    /// Those that were read last.
    private var recent: [(time: WallTime, number: Int)] = []
    /// When those that stand there were read once more, last.
    var readAgain: [Int: WallTime] = [:]
    /// The latest time that anything was said of.
    public internal(set) var clock = WallTime(milliseconds: .min)
    /// The time until which all logs were read, as far as that was said.
    var readUntil = WallTime(milliseconds: .min)
    /// Whether some of what was told by time alone may have been told by a clock that was ahead.
    var isInDoubt = false
    /// Open visits, as they were told.
    public internal(set) var occupancy = 0
    /// Visits and exits whose session may have changed, and those that are no longer kept.
    var touched: Set<Int> = []
    /// Since `takeChanges`: what has to be written down, and removed.
    var changed: Set<Int> = []
    var removed: Set<Int> = []
    let likeness = Likeness.measured
    /// Of the plates that were seen here.
    private(set) var common = Commonness()

    enum Due: Sendable {
        case overstay(Int)
        case forgotten(Int)
        /// Nothing can be paired with it any more.
        case dropped(Int)
    }

    public init(site: SessionSite) {
        self.site = site
    }

    // MARK: - What happens

    /// Takes a plate that was read; others' are passed over, and those that it has already.
    public mutating func take(_ event: PlateEvent) -> [SessionRecord] {
        guard let side = site.side(of: event), known[Self.key(event.camera, event.id)] == nil else { return [] }
        var told = move(to: event.time)
        let reading = PassReading(event)
        switch side {
        case .entry: enter(reading)
        case .exit: leave(reading)
        }
        told += tell(at: event.time)
        return told
    }

    static func key(_ camera: String, _ id: String) -> String { "\(camera) \(id)" }

    // MARK: - Entries

    private mutating func enter(_ reading: PassReading) {
        if isRepeat(reading) { return }
        let number = add(reading)
        visits[number] = Visit(entry: reading)
        entryIndex.add(number, reading)
        touched.insert(number)
        plan(number)
        var loose = closeBefore(reading, number)
        // A late one may have left already.
        loose.append(number)
        for number in loose { improve(from: number) }
    }

    /// Whether somebody stands at an entry, and is read again.
    private mutating func isRepeat(_ reading: PassReading) -> Bool {
        let first = lately(reading, among: entryIndex).first { number in
            guard let visit = visits[number], isAgain(visit.entry, number, reading) else { return false }
            let later = max(visit.entry.time, reading.time)
            return visit.exit.flatMap { leavings[$0]?.exit.time }.map { $0 > later } ?? true
        }
        return note(reading, asAgain: first)
    }

    /// The same plate cannot come in twice without leaving.
    ///
    /// - Returns: exits that have to look for an entry again.
    mutating func closeBefore(_ reading: PassReading, _ number: Int) -> [Int] {
        var loose: [Int] = []
        for other in entryIndex.exact(reading.plate) where other != number {
            guard let time = visits[other]?.entry.time else { continue }
            if time > reading.time {
                if visits[number]?.reentry.map({ time < $0 }) ?? true { visits[number]?.reentry = time }
            } else if visits[other]?.reentry.map({ reading.time < $0 }) ?? true {
                visits[other]?.reentry = reading.time
                touched.insert(other)
                guard let exit = visits[other]?.exit, let left = leavings[exit]?.exit.time, left > reading.time else {
                    continue
                }
                part(other, exit)
                loose += [exit, other]
            }
        }
        return loose
    }

    // MARK: - Exits

    private mutating func leave(_ reading: PassReading) {
        if isRepeatedExit(reading) { return }
        let number = add(reading)
        let settles = WallTime(milliseconds: max(clock, reading.time).milliseconds + site.settleTime.milliseconds)
        leavings[number] = Leaving(exit: reading, settles: settles)
        exitIndex.add(number, reading)
        touched.insert(number)
        plan(number)
        improve(from: number)
    }

    private mutating func isRepeatedExit(_ reading: PassReading) -> Bool {
        let first = lately(reading, among: exitIndex).first { number in
            guard let exit = leavings[number]?.exit else { return false }
            return isAgain(exit, number, reading) && !isAnotherExit(reading, after: exit)
        }
        return note(reading, asAgain: first)
    }

    /// Whether it came in again since an exit, or a vehicle of this very text is in and the exit was of another: it leaves now.
    private func isAnotherExit(_ reading: PassReading, after exit: PassReading) -> Bool {
        entryIndex.exact(reading.plate).contains { number in
            guard let visit = visits[number], visit.entry.time <= reading.time else { return false }
            return visit.entry.time > exit.time || reading.plate != exit.plate && visit.exit == nil
        }
    }

    // MARK: - Parts

    /// Whether one is read again that has stood there since it was read first, however long.
    private func isAgain(_ one: PassReading, _ number: Int, _ other: PassReading) -> Bool {
        guard one.pass.camera == other.pass.camera, one.isSamePlate(as: other) else { return false }
        let last = max(one.time, readAgain[number] ?? one.time)
        return one.time <= other.time + site.repeatTime && other.time <= last + site.repeatTime
    }

    /// - Parameter number: of the one that stands there; nil where there is none.
    private mutating func note(_ reading: PassReading, asAgain number: Int?) -> Bool {
        guard let number else { return false }
        standsStill(number, at: reading.time)
        changed.insert(number)
        return true
    }

    mutating func standsStill(_ number: Int, at time: WallTime) {
        readAgain[number] = max(readAgain[number] ?? time, time)
        recent.append((time, number))
    }

    /// Numbers of those that may have been read shortly before or after: the last few, but for a record that is late.
    private mutating func lately(_ reading: PassReading, among index: PassIndex) -> [Int] {
        let limit = clock.milliseconds - 2 * site.repeatTime.milliseconds
        recent.removeAll { $0.time.milliseconds < limit }
        let isLate = reading.time.milliseconds - site.repeatTime.milliseconds < limit
        return isLate ? index.numbers : recent.map(\.number)
    }

    mutating func add(_ reading: PassReading) -> Int {
        let number = latest + 1
        know(reading, as: number)
        return number
    }

    mutating func know(_ reading: PassReading, as number: Int) {
        latest = max(latest, number)
        if !reading.isPseudonym, let text = CodedText(reading.plate) { common.add(text) }
        known[Self.key(reading.pass.camera, reading.pass.id)] = number
        recent.append((reading.time, number))
    }

    mutating func drop(_ number: Int) {
        let reading = visits[number]?.entry ?? leavings[number]?.exit
        guard let reading else { return }
        known[Self.key(reading.pass.camera, reading.pass.id)] = nil
        readAgain[number] = nil
        if visits.removeValue(forKey: number) != nil { entryIndex.remove(number, reading) }
        if leavings.removeValue(forKey: number) != nil { exitIndex.remove(number, reading) }
        touched.remove(number)
        changed.remove(number)
        removed.insert(number)
    }
}
