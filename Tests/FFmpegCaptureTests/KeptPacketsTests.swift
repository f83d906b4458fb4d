import CFFmpeg
import Testing

@testable import FFmpegCapture

@Suite struct KeptPacketsTests {
    private let packets = KeptPackets()

    init() throws {
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        let filled = try #require(packet)
        for stamp in [0, 8, 4, 2, 6] as [Int64] {
            try #require(av_new_packet(filled, 100) == 0)
            filled.pointee.pts = stamp
            let isKept = packets.append(filled, arrival: .now)
            #expect(isKept)
            av_packet_unref(filled)
        }
    }

    @Test func `each is counted once, by its time stamp`() {
        #expect(!packets.count(stamped: 4) && packets.count(stamped: 4))
        #expect(!packets.count(stamped: 5) && !packets.count(stamped: 5))
        #expect(packets.first(3).map(\.isCounted) == [false, false, true])
        #expect(!packets.areCounted)
        for stamp in [0, 2, 6, 8] as [Int64] { #expect(!packets.count(stamped: stamp)) }
        #expect(packets.areCounted)
    }

    @Test func `what is forgotten takes up no room`() {
        #expect(packets.bytes == 500)
        packets.keepLast(2)
        #expect(packets.bytes == 200 && packets.count == 2 && packets[0].packet.pointee.pts == 2)
        packets.removeAll()
        #expect(packets.bytes == 0 && packets.last == nil)
    }
}
