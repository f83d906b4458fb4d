import Records

/// An entry or an exit of a site as it is kept on the disk, with all that is known of it.
struct KeptPass: Codable, Equatable, Sendable {
    var number: Int
    var isEntry: Bool
    var camera: String
    var id: String
    var milliseconds: Int64
    var plate: String
    var confidence: Double
    var lane: String?
    var movement: String?
    var texts: [String]
    var weights: [Float]
    /// Number of the other end.
    var other: Int?
    var weight: Float?
    var settles: Int64?
    /// When it was read last where it stood.
    var again: Int64?
    var reentry: Int64?
    var isForgotten: Bool?
    var revision: Int?
    var state: String?
    var told: String?
    var wasOverstay: Bool?
}

extension KeptPass {
    private init(_ number: Int, _ reading: PassReading, isEntry: Bool, told: Visit.Told?) {
        self.init(
            number: number, isEntry: isEntry, camera: reading.pass.camera, id: reading.pass.id,
            milliseconds: reading.time.milliseconds, plate: reading.plate, confidence: reading.pass.confidence,
            lane: reading.pass.lane, movement: reading.pass.movement?.rawValue, texts: reading.texts.map(\.text),
            weights: reading.texts.map(\.weight), revision: told?.revision, state: told?.state.rawValue,
            told: told?.exit, wasOverstay: told?.isOverstay)
    }

    init(_ number: Int, _ visit: Visit) {
        self.init(number, visit.entry, isEntry: true, told: visit.told)
        other = visit.exit
        reentry = visit.reentry?.milliseconds
        isForgotten = visit.isForgotten
    }

    init(_ number: Int, _ leaving: Leaving) {
        self.init(number, leaving.exit, isEntry: false, told: leaving.told)
        other = leaving.visit
        weight = leaving.weight
        settles = leaving.settles.milliseconds
    }

    private var lastTold: Visit.Told? {
        guard let revision, let state else { return nil }
        return Visit.Told(
            revision: revision, state: SessionState(rawValue: state), exit: told, isOverstay: wasOverstay ?? false)
    }

    var reading: PassReading {
        let pass = SessionPass(
            camera: camera, id: id, time: WallTime(milliseconds: milliseconds), plate: plate, confidence: confidence,
            lane: lane, movement: movement.map { PlateDirection.Movement(rawValue: $0) })
        return PassReading(pass: pass, texts: zip(texts, weights).map { PassReading.Text(text: $0, weight: $1) })
    }

    var visit: Visit {
        Visit(
            entry: reading, exit: other, reentry: reentry.map { WallTime(milliseconds: $0) },
            isForgotten: isForgotten ?? false, told: lastTold)
    }

    var leaving: Leaving {
        Leaving(
            exit: reading, visit: other, weight: weight ?? 0, settles: WallTime(milliseconds: settles ?? milliseconds),
            told: lastTold)
    }
}
