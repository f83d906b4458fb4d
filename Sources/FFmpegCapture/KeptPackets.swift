import CFFmpeg

/// Packets in the order in which they came, until they are decoded or forgotten. Made, used and released with their source.
final class KeptPackets {
    typealias Instant = ContinuousClock.Instant

    struct Entry {
        let packet: UnsafeMutablePointer<AVPacket>
        let arrival: Instant
    }

    private var packets: [Entry] = []

    deinit { removeAll() }

    var count: Int { packets.count }

    /// Keeps a reference to a packet's bytes. Returns false where there is no memory for it.
    func append(_ packet: UnsafeMutablePointer<AVPacket>, arrival: Instant) -> Bool {
        guard let copy = av_packet_clone(packet) else { return false }
        packets.append(Entry(packet: copy, arrival: arrival))
        return true
    }

    subscript(index: Int) -> Entry { packets[index] }

    func removeAll() {
        for entry in packets {
            var packet: UnsafeMutablePointer<AVPacket>? = entry.packet
            av_packet_free(&packet)
        }
        packets.removeAll()
    }
}
