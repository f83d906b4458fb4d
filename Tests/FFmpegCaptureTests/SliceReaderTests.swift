import Testing

@testable import FFmpegCapture

@Suite struct SliceReaderTests {
    private func picture(
        _ bytes: [UInt8], _ codec: SliceReader.Codec = .h264, lengthSize: Int? = nil, isKey: Bool = false
    ) -> CodedPicture? {
        bytes.withUnsafeBufferPointer {
            SliceReader(codec, lengthSize: lengthSize).picture(in: $0, isKey: isKey)
        }
    }

    /// First macroblock 0, then the slice type as an Exp-Golomb number: 1 010… for B.
    private static let p: [UInt8] = [0x41, 0b1100_0000, 7, 7]
    private static let b: [UInt8] = [0x01, 0b1010_0000, 7, 7]
    private static let idr: [UInt8] = [0x65, 0b1000_1000, 7, 7]
    private static let filler: [UInt8] = [0x0C, 0xFF, 0xFF, 0xFF, 0xFF, 0x80]
    private static let start: [UInt8] = [0, 0, 1]

    @Test func `neither headers nor what fills the rate are a picture`() {
        let sps: [UInt8] = [0x67, 1, 2, 3, 4, 5]
        #expect(picture(Self.start + sps + Self.start + Self.p + Self.start + Self.filler)?.start == .inter)
        #expect(picture(Self.start + sps + Self.start + Self.filler) == nil)
    }

    @Test func `it is told whether others are built on a picture, and in which layer it is`() {
        #expect(picture(Self.start + Self.p)?.isReferred == true)
        #expect(picture(Self.start + Self.b)?.isReferred == false)
        #expect(
            picture(Self.start + [0x02, 3, 9, 9], .hevc) == CodedPicture(start: .inter, isReferred: true, layer: 3))
        #expect(picture(Self.start + [0x00, 1, 9, 9], .hevc)?.isReferred == false)
    }

    @Test func `only an IDR picture starts afresh`() {
        #expect(picture(Self.start + Self.idr, isKey: true)?.start == .afresh)
        // A recovery point: marked as a key frame, and no IDR.
        #expect(picture(Self.start + Self.p, isKey: true)?.start == .key)
        let (idr, cra, trail): ([UInt8], [UInt8], [UInt8]) = ([0x26, 1, 9, 9], [0x2A, 1, 9, 9], [0x02, 1, 9, 9])
        #expect(picture(Self.start + idr, .hevc, isKey: true)?.start == .afresh)
        #expect(picture(Self.start + cra, .hevc, isKey: true)?.start == .key)
        #expect(picture(Self.start + trail, .hevc)?.start == .inter)
    }

    @Test func `lengths stand in place of start codes where a file has them`() {
        #expect(picture([0, 0, 0, 4] + Self.p + [0, 0, 0, 4] + Self.p, lengthSize: 4)?.start == .inter)
        #expect(picture([0, 4] + Self.p, lengthSize: 2)?.start == .inter)
        // A length beyond the end, and a piece of one.
        #expect(picture([0, 0, 0, 9] + Self.p, lengthSize: 4) == nil)
        #expect(picture([0, 0, 0, 4] + Self.p + [0, 0], lengthSize: 4) == nil)
    }

    @Test func `any bytes can be read`() {
        for seed in 0..<2000 {
            var state = UInt32(seed) &* 2_654_435_761
            let bytes = (0..<seed % 40).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return state >> 30 == 0 ? UInt8(state >> 8 & 0xFF) : UInt8(state >> 29 & 1)
            }
            for size in [nil, 1, 4] {
                _ = picture(bytes, lengthSize: size)
                _ = picture(bytes, .hevc, lengthSize: size)
            }
        }
    }
}
