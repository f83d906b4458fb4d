import CFFmpeg
import Testing

@testable import FFmpegCapture

@Suite struct StampOrderTests {
    /// Milliseconds as they come out, of such as the packets state.
    private func ordered(_ stamps: [Int64]) throws -> (times: [Int64], starts: Int, isSettled: Bool) {
        var order = StampOrder(timeBase: AVRational(num: 1, den: 1000))
        var packet: UnsafeMutablePointer<AVPacket>? = av_packet_alloc()
        defer { av_packet_free(&packet) }
        let one = try #require(packet)
        let times = stamps.map { stamp in
            (one.pointee.pts, one.pointee.dts) = (stamp, stamp)
            order.order(one)
            return one.pointee.pts
        }
        return (times, order.starts, order.isSettled)
    }

    private let hour: Int64 = 3_600_000

    @Test func `times that start anew go on`() throws {
        let result = try ordered([100_000, 100_040, 0, 40, 80])
        #expect(result.times == [100_000, 100_040, 100_080, 100_120, 100_160])
        #expect(result.starts == 1 && result.isSettled)
    }

    @Test(arguments: [1, -1])
    func `one stamp that is wrong leaves the others as they are`(sign: Int64) throws {
        let wrong = 2 * hour + sign * hour
        let result = try ordered([2 * hour, 2 * hour + 40, wrong, 2 * hour + 120, 2 * hour + 160])
        #expect(Array(result.times.suffix(2)) == [2 * hour + 120, 2 * hour + 160])
        #expect(result.starts == 0 && result.isSettled)
    }

    @Test func `a recording that goes on later does so`() throws {
        let result = try ordered([0, 40, hour, hour + 40, hour + 80])
        #expect(result.times == [0, 40, hour, hour + 40, hour + 80] && result.starts == 0)
    }

    @Test func `a wrong stamp after a new start leaves the start`() throws {
        let result = try ordered([100_000, 100_040, 0, 40, hour, 120, 160])
        #expect(Array(result.times.suffix(2)) == [100_200, 100_240] && result.starts == 1)
    }

    @Test func `any number overflows nothing`() throws {
        _ = try ordered([.max, .min + 1, 0, .max, .max - 1, .min + 1, 40])
    }
}
