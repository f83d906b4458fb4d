import CFFmpeg

/// The packets since a key frame, in the order in which they came, until they are decoded or forgotten. Made, used and released with its
/// source.
final class KeptPackets {
    typealias Instant = ContinuousClock.Instant

    typealias Entry = (packet: UnsafeMutablePointer<AVPacket>, arrival: Instant)

    private var packets: [(packet: UnsafeMutablePointer<AVPacket>, arrival: Instant)] = []

    deinit { removeAll() }

    var count: Int { packets.count }

    /// Keeps a reference to a packet's bytes. Returns false where there is no memory for it.
    func append(_ packet: UnsafeMutablePointer<AVPacket>, arrival: Instant) -> Bool {
        guard let copy = av_packet_clone(packet) else { return false }
        packets.append((copy, arrival))
        return true
    }

    subscript(index: Int) -> Entry { packets[index] }

    var last: Entry? { packets.last }

    /// Those between the first one and the one at a place.
    func inner(before place: Int) -> ArraySlice<Entry> { packets[..<place].dropFirst() }

    /// Forgets all but the last `count`.
    func keepLast(_ count: Int) {
        let gone = packets.prefix(max(0, packets.count - count))
        for entry in gone {
            var packet: UnsafeMutablePointer<AVPacket>? = entry.packet
            av_packet_free(&packet)
        }
        packets.removeFirst(gone.count)
    }

    func removeAll() { keepLast(0) }
}
