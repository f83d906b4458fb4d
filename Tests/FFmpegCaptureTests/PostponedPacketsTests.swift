import CFFmpeg
import Testing

@testable import FFmpegCapture

@Suite struct PostponedPacketsTests {
    private let packet: UnsafeMutablePointer<AVPacket>

    init() throws {
        packet = try #require(av_packet_alloc())
        try #require(av_new_packet(packet, 8) == 0)
    }

    /// Appends packets whose time stamps are their numbers.
    private func append(_ numbers: Range<Int64>, to packets: inout PostponedPackets, isDue: Bool = false) {
        for number in numbers {
            packet.pointee.pts = number
            let isKept = packets.append(packet, arrival: .now, isDue: isDue)
            #expect(isKept)
        }
    }

    private func sendAll(_ packets: inout PostponedPackets) -> [Int64] {
        var sent: [Int64] = []
        while packets.sendNext({ sent.append($0.packet.pointee.pts) }) {}
        return sent
    }

    @Test func `they wait until one is due, and go with it in their order`() {
        var packets = PostponedPackets()
        append(0..<4, to: &packets)
        let early = sendAll(&packets)
        #expect(early == [] && packets.left == 4 && !packets.areDue)
        append(4..<5, to: &packets, isDue: true)
        #expect(packets.areDue && packets.left == 5)
        let sent = sendAll(&packets)
        #expect(sent == [0, 1, 2, 3, 4])
        #expect(packets.isEmpty && !packets.areDue)
    }

    @Test func `no more than some wait`() {
        var packets = PostponedPackets()
        append(0..<100, to: &packets)
        #expect(packets.areDue)
        let sent = sendAll(&packets)
        #expect(sent == Array(0..<100))
    }

    @Test func `what is forgotten does not come`() {
        var packets = PostponedPackets()
        append(0..<4, to: &packets)
        append(4..<5, to: &packets, isDue: true)
        _ = packets.sendNext { _ in }
        #expect(packets.left == 4)
        packets.removeAll()
        #expect(packets.left == 0)
        append(7..<8, to: &packets, isDue: true)
        let sent = sendAll(&packets)
        #expect(sent == [7])
    }
}
