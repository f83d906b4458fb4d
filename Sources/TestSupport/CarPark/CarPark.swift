import Foundation
import Records

/// A car park with one way in and one out, as many visits as are wanted, and what cameras read of them: the same of the same seed.
///
/// 2 400 vehicles a day come, most of them between six and eight in the morning and at night. Seven of ten stay for an hour or two
/// (log-normal, median 75 minutes), a quarter for a working day (8.5 hours, give or take 1.2), the others over night (10 to 40 hours).
/// Half of the visits are those of 3 000 regular guests, the others of 30 000. One vehicle in twenty is of a fleet: ten plates that differ in
/// their last character.
public struct CarPark: Sendable {
    /// What a visit is, and which events it left; nil where nobody saw that.
    public struct Visit: Sendable {
        public var plate: String
        public var from: WallTime
        public var until: WallTime
        public var entry: String?
        public var exit: String?
    }

    /// In the order of entries.
    public private(set) var visits: [Visit] = []
    /// Of cameras `in` and `out`, in the order of time.
    public private(set) var events: [PlateEvent] = []
    /// The most that were in at once, and the mean over time.
    public private(set) var most = 0
    public private(set) var mean = 0.0

    /// - Parameters:
    ///   - misread: of all characters.
    ///   - missed: of all entries and exits.
    ///   - candidates: of misread plates: how often the right text was voted for, too, and lost.
    ///   - town: what most plates of the place begin with, as in Germany; nil for plates of three layouts.
    ///   - strangers: so many that came before anybody looked leave, one every two minutes.
    public init(
        visits count: Int, misread: Double, missed: Double = 0, candidates: Double = 0, town: String? = nil,
        strangers: Int = 0, seed: UInt64
    ) {
        var chance = SplitMix64(seed: seed)
        let plates = town.map { Self.plates(of: $0, &chance) } ?? Self.plates(&chance)
        var reading = MisreadPlate(share: misread)
        var busy: [Int: Int64] = [:]
        var time: Int64 = 1_790_000_000_000
        for number in 0..<strangers {
            let until = WallTime(milliseconds: time + Int64(3_600_000 + number * 120_000))
            // No regular guests.
            let plate = plates[3000 + number]
            busy[3000 + number] = until.milliseconds
            let id = "before-\(number)"
            events.append(Self.event(id, isEntry: false, at: until, reading.read(plate, &chance), lost: nil))
            visits.append(
                Visit(plate: plate, from: WallTime(milliseconds: time), until: until, entry: nil, exit: id))
        }
        for number in 0..<count {
            // Exponential, by the rate of the hour.
            time += Int64(-log(1 - Double.random(in: 0..<1, using: &chance)) * 86_400_000 / 2400 / Self.rate(at: time))
            var vehicle = 0
            repeat {
                let isRegular = Bool.random(using: &chance)
                vehicle = Int.random(in: isRegular ? 0..<3000 : 3000..<plates.count, using: &chance)
            } while busy[vehicle, default: 0] > time
            let until = time + Self.stay(&chance)
            // It does not come again at once.
            busy[vehicle] = until + 600_000
            var visit = Visit(
                plate: plates[vehicle], from: WallTime(milliseconds: time), until: WallTime(milliseconds: until))
            for isEntry in [true, false] where Double.random(in: 0..<1, using: &chance) >= missed {
                let id = "\(isEntry ? "in" : "out")-\(number)"
                let text = reading.read(visit.plate, &chance)
                let isVoted = text != visit.plate && Double.random(in: 0..<1, using: &chance) < candidates
                events.append(
                    Self.event(
                        id, isEntry: isEntry, at: isEntry ? visit.from : visit.until, text,
                        lost: isVoted ? visit.plate : nil))
                if isEntry { visit.entry = id } else { visit.exit = id }
            }
            self.visits.append(visit)
        }
        events.sort { ($0.time, $0.id) < ($1.time, $1.id) }
        measure()
    }

    private mutating func measure() {
        let steps = (visits.map { ($0.from.milliseconds, 1) } + visits.map { ($0.until.milliseconds, -1) })
            .sorted { $0.0 < $1.0 }
        var (now, sum) = (0, 0.0)
        for (step, next) in zip(steps, steps.dropFirst()) {
            now += step.1
            most = max(most, now)
            sum += Double(now) * Double(next.0 - step.0)
        }
        guard let first = steps.first, let last = steps.last, last.0 > first.0 else { return }
        mean = sum / Double(last.0 - first.0)
    }

    // MARK: - Chance

    /// How many come in this hour, for one in the mean of all.
    private static func rate(at time: Int64) -> Double {
        let hour = Double(time / 60_000 % 1440) / 60
        return 6..<22 ~= hour ? 1.4 : 0.2
    }

    private static func stay(_ chance: inout SplitMix64) -> Int64 {
        let kind = Double.random(in: 0..<1, using: &chance)
        let minutes: Double
        switch kind {
        case ..<0.7: minutes = 75 * exp(0.8 * normal(&chance))
        case ..<0.95: minutes = 60 * (8.5 + 1.2 * normal(&chance))
        default: minutes = 60 * Double.random(in: 10..<40, using: &chance)
        }
        return Int64(60_000 * min(max(minutes, 3), 46 * 60))
    }

    /// Box and Muller 1958.
    private static func normal(_ chance: inout SplitMix64) -> Double {
        let (one, other) = (Double.random(in: 0..<1, using: &chance), Double.random(in: 0..<1, using: &chance))
        return (-2 * log(1 - one)).squareRoot() * cos(2 * .pi * other)
    }

    private static func plates(_ chance: inout SplitMix64) -> [String] {
        var (plates, seen): ([String], Set<String>) = ([], [])
        while plates.count < 33_000 {
            let kind = Double.random(in: 0..<1, using: &chance)
            var layout = Array("LLLDDDD")
            if kind < 0.75 { layout = Array("LLDDDLL") }
            if kind < 0.5 { layout = Array("LLDDLLL") }
            let text = layout.map { place in
                (place == "L" ? MisreadPlate.letters : MisreadPlate.digits).randomElement(using: &chance) ?? "A"
            }
            let isFleet = Double.random(in: 0..<1, using: &chance) < 0.005
            for last in isFleet ? MisreadPlate.digits : [text[6]] {
                let plate = String(text.dropLast() + [last])
                if seen.insert(plate).inserted { plates.append(plate) }
            }
        }
        // So that a fleet's are not all among the regular guests.
        return plates.shuffled(using: &chance)
    }

    /// Nine of ten are the town's.
    private static func plates(of town: String, _ chance: inout SplitMix64) -> [String] {
        var (plates, seen): ([String], Set<String>) = ([], [])
        let layout = Array("LLDDDD")
        while plates.count < 33_000 {
            let rest = layout.map { place in
                (place == "L" ? MisreadPlate.letters : MisreadPlate.digits).randomElement(using: &chance) ?? "A"
            }
            let isTowns = Double.random(in: 0..<1, using: &chance) < 0.9
            let other = String((0..<town.count).map { _ in MisreadPlate.letters.randomElement(using: &chance) ?? "A" })
            let plate = (isTowns ? town : other) + String(rest)
            if seen.insert(plate).inserted { plates.append(plate) }
        }
        return plates
    }

    private static func event(_ id: String, isEntry: Bool, at time: WallTime, _ text: String, lost: String?)
        -> PlateEvent
    {
        let candidates = [PlateCandidate(plate: text, confidence: lost == nil ? 1 : 0.6)]
        return PlateEvent(
            id: id, time: time, camera: isEntry ? "in" : "out", plate: text, plateRaw: text, confidence: 0.9,
            candidates: candidates + (lost.map { [PlateCandidate(plate: $0, confidence: 0.4)] } ?? []),
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time, lastSeen: time,
            engine: "simulated", latencyMilliseconds: 1)
    }
}
