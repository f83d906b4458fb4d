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

    @Test func `packets stay in the order in which they came, until they are forgotten`() {
        #expect((0..<packets.count).map { packets[$0].packet.pointee.pts } == [0, 8, 4, 2, 6])
        #expect((0..<packets.count).allSatisfy { packets[$0].packet.pointee.size == 100 })
        packets.removeAll()
        #expect(packets.count == 0)
    }
}
