import ALPR
import Records

/// Counts, hour by hour, what became of all candidates and places.
struct MissedTally {
    private static let hour: Int64 = 3_600_000

    private let camera: String
    private let limits: [String: String]
    /// Of one day, by hour.
    private(set) var hours: [WallTime: TallyRecord] = [:]
    /// Of `hours`.
    private(set) var day = ""
    /// Whether something was counted that is in no file yet.
    private(set) var isChanged = false

    init(camera: String, limits: [String: String]) {
        self.camera = camera
        self.limits = limits
    }

    /// Goes on with what an earlier run has counted on the day.
    mutating func resume(_ records: [TallyRecord], day: String) {
        self.day = day
        hours = Dictionary(records.map { ($0.hour, $0) }, uniquingKeysWith: { $1 })
    }

    /// Whether a moment belongs to another day than the one that is counted.
    func isOver(at time: WallTime) -> Bool { MissedFiles.day(of: time) != day }

    mutating func begin(day: String) {
        self.day = day
        hours = [:]
        isChanged = false
    }

    mutating func count(_ reports: [CandidateReport], frames: Int, at time: WallTime) {
        change(at: time) { tally in
            tally.frames += frames
            for report in reports {
                switch report.outcome {
                case .accepted: tally.candidates["accepted", default: 0] += 1
                case .rejected(let reason): tally.candidates[reason.rawValue, default: 0] += 1
                }
            }
        }
    }

    /// - Parameters:
    ///   - reason: nil for a plate that was read.
    ///   - isVehicle: whether a miss probably was one.
    ///   - isLeftOut: whether the ledger has no line of it, for want of room.
    mutating func count(place reason: Rejection?, isVehicle: Bool, isLeftOut: Bool, at time: WallTime) {
        change(at: time) { tally in
            tally.places[reason?.rawValue ?? "read", default: 0] += 1
            if isVehicle, let reason { tally.vehicles[reason.rawValue, default: 0] += 1 }
            if isLeftOut { tally.unlisted += 1 }
        }
    }

    private mutating func change(at time: WallTime, _ body: (inout TallyRecord) -> Void) {
        let start = WallTime(milliseconds: time.milliseconds - time.milliseconds % Self.hour)
        func changed(_ tally: inout TallyRecord) {
            // What was in force last.
            tally.limits = limits
            tally.time = time
            body(&tally)
        }
        changed(&hours[start, default: TallyRecord(time: time, camera: camera, hour: start)])
        isChanged = true
    }

    /// The day's lines, as they are to be in the file.
    mutating func text() -> [UInt8] {
        isChanged = false
        return hours.sorted { $0.key < $1.key }.flatMap(\.value.line)
    }
}
