import CFFmpeg

/// Packets whose pictures nobody will ask for: they wait until one comes that is wanted and may be built on them. Made, used and released
/// with their source.
struct PostponedPackets {
    typealias Instant = ContinuousClock.Instant

    /// More are not kept waiting.
    private static let most = 64

    private let packets = KeptPackets()
    /// The one that goes to the decoder next; nil while they wait.
    private var next: Int?

    var isEmpty: Bool { packets.count == 0 }

    /// Whether they go to the decoder now, and those that wait there no more.
    var areDue: Bool { next != nil }

    /// How many have not gone to the decoder.
    var left: Int { packets.count - (next ?? 0) }

    /// Returns false where there is no memory for it.
    ///
    /// - Parameter isDue: whether all of them go to the decoder now, this one last.
    mutating func append(_ packet: UnsafeMutablePointer<AVPacket>, arrival: Instant, isDue: Bool) -> Bool {
        guard packets.append(packet, arrival: arrival) else { return false }
        if isDue || packets.count >= Self.most { next = 0 }
        return true
    }

    /// Calls `body` with the next one in line; does nothing while they wait.
    ///
    /// - Returns: whether there was one.
    mutating func sendNext(_ body: (KeptPackets.Entry) throws -> Void) rethrows -> Bool {
        guard let index = next else { return false }
        defer {
            if index + 1 < packets.count { next = index + 1 } else { removeAll() }
        }
        try body(packets[index])
        return true
    }

    mutating func removeAll() {
        packets.removeAll()
        next = nil
    }
}
