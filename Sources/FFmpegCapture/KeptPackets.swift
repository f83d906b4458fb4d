import CFFmpeg

/// Packets in the order in which they came, until they are decoded or forgotten. Made, used and released with their source.
final class KeptPackets {
    typealias Instant = ContinuousClock.Instant

    struct Entry {
        let packet: UnsafeMutablePointer<AVPacket>
        let arrival: Instant

        var isKey: Bool { packet.pointee.flags & AV_PKT_FLAG_KEY != 0 }
    }

    private var packets: [Entry] = []
    /// Of all of them.
    private(set) var bytes = 0

    deinit { removeAll() }

    var count: Int { packets.count }

    /// Keeps a reference to a packet's bytes. Returns false where there is no memory for it.
    func append(_ packet: UnsafeMutablePointer<AVPacket>, arrival: Instant) -> Bool {
        guard let copy = av_packet_clone(packet) else { return false }
        packets.append(Entry(packet: copy, arrival: arrival))
        bytes += Int(packet.pointee.size)
        return true
    }

    subscript(index: Int) -> Entry { packets[index] }

    var first: Entry? { packets.first }

    /// Forgets groups, each of a key frame and what follows it, as long as another key frame came no later than `since`.
    ///
    /// - Returns: whether any was forgotten.
    func keepGroups(since: Instant) -> Bool {
        guard let key = packets.lastIndex(where: { $0.isKey && $0.arrival <= since }), key > 0 else { return false }
        removeFirst(key)
        return true
    }

    /// Forgets all but the last key frame and what follows it.
    func keepLastGroup() { removeFirst(packets.lastIndex(where: \.isKey) ?? packets.count) }

    func removeAll() { removeFirst(packets.count) }

    private func removeFirst(_ count: Int) {
        for entry in packets.prefix(count) {
            bytes -= Int(entry.packet.pointee.size)
            var packet: UnsafeMutablePointer<AVPacket>? = entry.packet
            av_packet_free(&packet)
        }
        packets.removeFirst(count)
    }
}
