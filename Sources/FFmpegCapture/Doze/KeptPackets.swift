import CFFmpeg

/// The packets since a key frame, in the order in which they came, until they are decoded or forgotten. Made, used and released with its
/// source.
final class KeptPackets {
    typealias Instant = ContinuousClock.Instant

    struct Entry {
        let packet: UnsafeMutablePointer<AVPacket>
        let arrival: Instant
        /// Whether its picture was handed out, or counted as one that is not.
        fileprivate(set) var isCounted = false
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

    var last: Entry? { packets.last }

    /// The first ones.
    func first(_ count: Int) -> ArraySlice<Entry> { packets.prefix(count) }

    /// Whether all were counted.
    var areCounted: Bool { packets.allSatisfy(\.isCounted) }

    /// Counts the one with a time stamp. Returns whether it had been counted already; false where there is none.
    func count(stamped stamp: Int64) -> Bool {
        // It is among the last, since decoders hold few back.
        guard let index = packets.lastIndex(where: { $0.packet.pointee.pts == stamp }) else { return false }
        defer { packets[index].isCounted = true }
        return packets[index].isCounted
    }

    /// Forgets all but the last `count`.
    func keepLast(_ count: Int) {
        let gone = packets.prefix(max(0, packets.count - count))
        for entry in gone {
            bytes -= Int(entry.packet.pointee.size)
            var packet: UnsafeMutablePointer<AVPacket>? = entry.packet
            av_packet_free(&packet)
        }
        packets.removeFirst(gone.count)
    }

    func removeAll() { keepLast(0) }
}
