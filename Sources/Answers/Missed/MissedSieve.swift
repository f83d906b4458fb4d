import Records

/// Which misses are asked for. Most lines are told by a few of their bytes, before they are read as a whole.
struct MissedSieve {
    let reason: String?
    let onlyVehicles: Bool
    private let reasonText: [UInt8]

    private static let readAfterAll = Array("\"reason\":\"reported\"".utf8)
    private static let moved = Array("\"moved\":true".utf8)
    private static let weight = Array("\"weight\":0.".utf8)
    private static let unwanted = MissRecord.unwanted.map { Array("\"reason\":\"\($0)\"".utf8) }

    init(reason: String?, onlyVehicles: Bool) {
        self.reason = reason
        self.onlyVehicles = onlyVehicles
        reasonText = Array("\"reason\":\"\(reason ?? "")\"".utf8)
    }

    /// False where the line surely is none of them.
    func mayPass(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
        // One that was read after all takes its earlier lines with it.
        if bytes.holds(Self.readAfterAll, in: line) { return true }
        if reason != nil, !bytes.holds(reasonText, in: line) { return false }
        guard onlyVehicles, !bytes.holds(Self.moved, in: line) else { return true }
        // A weight below a half.
        guard let place = bytes.place(of: Self.weight, in: line) else { return true }
        let digit = bytes[place + Self.weight.count]
        return digit >= UInt8(ascii: "5") || Self.unwanted.contains { bytes.holds($0, in: line) }
    }

    func passes(_ record: MissRecord) -> Bool {
        // What was read after all is no miss any more.
        guard record.reason != "reported" else { return false }
        return reason.map { $0 == record.reason } ?? true && (!onlyVehicles || record.kind == .vehicle)
    }
}
