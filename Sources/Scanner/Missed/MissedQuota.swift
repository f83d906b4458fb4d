import Records

/// How much of one hour is written down: a camera before a hedge must not fill the disk, nor push vehicles out of the ledger.
struct MissedQuota {
    private static let hour: Int64 = 3_600_000
    /// Lines an hour, and those of them that may be of what was no vehicle.
    private static let lines = 300
    private static let linesOfOthers = 100

    /// Crops an hour; a third of them may be of what was no vehicle.
    private let crops: Int
    private var hour: Int64 = 0
    private var used = (lines: 0, others: 0, crops: 0, otherCrops: 0)
    /// Of places that last, and of one whose line is not written yet, by identifier.
    private var kept: [String: PlateEvidence.File] = [:]

    init(crops: Int) {
        self.crops = crops
    }

    mutating func takes(_ kind: MissRecord.Kind, at time: WallTime) -> Bool {
        turn(to: time)
        guard used.lines < Self.lines, kind == .vehicle || used.others < Self.linesOfOthers else { return false }
        used.lines += 1
        if kind != .vehicle { used.others += 1 }
        return true
    }

    mutating func takesCrop(_ kind: MissRecord.Kind, at time: WallTime) -> Bool {
        turn(to: time)
        guard used.crops < crops, kind == .vehicle || used.otherCrops < max(1, crops / 3) else { return false }
        used.crops += 1
        if kind != .vehicle { used.otherCrops += 1 }
        return true
    }

    func crop(of id: String) -> PlateEvidence.File? { kept[id] }

    mutating func keep(_ file: PlateEvidence.File, of id: String) { kept[id] = file }

    mutating func forget(_ id: String) { kept[id] = nil }

    private mutating func turn(to time: WallTime) {
        let now = time.milliseconds / Self.hour
        guard now != hour else { return }
        hour = now
        used = (0, 0, 0, 0)
    }
}
