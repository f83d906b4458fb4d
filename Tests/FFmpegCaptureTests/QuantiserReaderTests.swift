import Capture
import Foundation
import TestSupport
import Testing

@testable import FFmpegCapture

@Suite struct QuantiserReaderTests {
    /// Pictures of a stream of so many, as an encoder writes it, between the units that begin them.
    private func accessUnits(_ options: String, in media: Media, source: String = "testsrc2=size=320x192:rate=25")
        throws -> [[UInt8]]
    {
        let path = try media.make(
            "a.h264",
            "-f lavfi -i \(source) -frames:v 30 -c:v libx264 -preset medium \(options) -bsf:v h264_metadata=aud=insert"
        )
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        let starts = bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 5].elementsEqual([0, 0, 0, 1, 9]) }
        return zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
    }

    private func pictures(_ units: [[UInt8]]) -> [CodedPicture?] {
        var reader = SliceReader(.h264, lengthSize: nil)
        return units.map { unit in
            unit.withUnsafeBufferPointer { reader.picture(in: $0, isKey: false, time: nil) }
        }
    }

    /// At a constant quantiser x264 gives P pictures that one, B pictures two more, and others three less.
    @Test(arguments: [
        "-bf 0", "-bf 3 -b-pyramid strict", "-bf 2 -b-pyramid none -x264-params weightb=1", "-coder vlc -bf 0 -refs 4",
        "-weightp 2 -refs 6 -bf 1", "-profile:v baseline", "-x264-params cqm=jvt", "-x264-params slices=4",
        "-flags +ildct+ilme -bf 2", "-pix_fmt yuv444p", "-pix_fmt gray -bf 2",
        "-aud 1 -x264-params nal-hrd=vbr:vbv-maxrate=900:vbv-bufsize=900",
    ])
    func `the quantiser is read as the encoder was told it`(options: String) throws {
        let media = try Media()
        for quantiser in [14, 23, 37] {
            // What fades has weights.
            let units = try accessUnits(
                "\(options) -qp \(quantiser)", in: media,
                source: "testsrc2=size=320x192:rate=25,fade=out:0:30")
            let found = try pictures(units).map { try #require($0) }
            #expect(found.count == 30)
            let first = try #require(found[0].quantiser)
            #expect((quantiser - 4...quantiser).contains(first))
            for picture in found.dropFirst() where picture.kind / 2 < 2 {
                #expect(picture.isBetween == (picture.kind / 2 == 1))
                let wanted = picture.isBetween ? quantiser + 1...quantiser + 2 : quantiser...quantiser
                #expect(wanted.contains(try #require(picture.quantiser)), "\(options) \(picture)")
            }
            #expect(found.contains { $0.kind / 2 == 0 })
        }
    }

    @Test func `without a stream's parameters nothing is told`() throws {
        let media = try Media()
        let units = try accessUnits("-bf 0 -qp 23", in: media)
        #expect(pictures(Array(units.dropFirst())).allSatisfy { $0 != nil && $0?.quantiser == nil })
    }

    @Test func `parameters in a file's header are read, and a header that is cut off or changed says nothing wrong`()
        throws
    {
        let media = try Media()
        let first = try accessUnits("-bf 0 -qp 23", in: media)
        // Units of the first picture, without their start codes: parameters are 7 and 8, its slice 5.
        let units = first[0].split(separator: [0, 0, 1]).map { Array($0.last == 0 ? $0.dropLast() : $0) }
        func unit(_ type: UInt8) throws -> [UInt8] { try #require(units.first { $0.first.map { $0 & 0x1F } == type }) }
        let (sequence, parameters, slice) = try (unit(7), unit(8), unit(5))
        func sized(_ unit: [UInt8]) -> [UInt8] { [UInt8(unit.count >> 8), UInt8(unit.count & 0xFF)] + unit }
        let header = [1, 100, 0, 30, 0xFF, 0xE1] + sized(sequence) + [1] + sized(parameters)
        let packet = [0, 0] + [UInt8(slice.count >> 8), UInt8(slice.count & 0xFF)] + slice
        func quantiser(_ header: [UInt8]) -> Int? {
            header.withUnsafeBufferPointer { header in
                var reader = SliceReader(.h264, extra: header)
                return packet.withUnsafeBufferPointer { reader.picture(in: $0, isKey: true, time: nil)?.quantiser }
            }
        }
        #expect((19...23).contains(try #require(quantiser(header))))
        for count in 0..<header.count { #expect(quantiser(Array(header.prefix(count))) == nil, "\(count)") }
        for place in header.indices {
            var hostile = header
            hostile[place] ^= 0xFF
            _ = quantiser(hostile)
        }
    }

    @Test func `any bytes can be read, and say nothing that cannot be`() throws {
        let media = try Media()
        let units = try accessUnits("-bf 2 -x264-params cqm=jvt -qp 23", in: media).prefix(12).map { $0.prefix(300) }
        var generator = SplitMix64(seed: 11)
        for _ in 0..<3000 {
            let hostile = units.map { unit in
                var unit = Array(unit.prefix(Int.random(in: 0...unit.count, using: &generator) | 63))
                for _ in 0..<Int.random(in: 0...6, using: &generator) {
                    guard let place = unit.indices.randomElement(using: &generator) else { break }
                    unit[place] = [0, 0xFF, UInt8.random(in: 0...255, using: &generator)].randomElement() ?? 0
                }
                return unit
            }
            for case .some(let picture) in pictures(hostile) {
                #expect(picture.quantiser.map { (0...51).contains($0) } ?? true)
            }
        }
    }

    @Test func `bits beyond the end are zeros, and bytes that keep start codes out are left out`() {
        let bytes: [UInt8] = [0x67, 0, 0, 3, 1, 0x80]
        bytes.withUnsafeBufferPointer {
            var reader = BitReader($0, from: 1)
            #expect(reader.bits(24) == 1 && reader.flag() && !reader.hasFailed)
            #expect(reader.bits(7) == 0 && !reader.hasFailed)
            #expect(reader.bits(32) == 0 && reader.hasFailed)
            var zeros = BitReader($0, from: 6)
            #expect(zeros.number() == 0 && zeros.hasFailed)
        }
        // 1, 010, 011, 00100: 0 to 3, and as signed numbers 0, 1, -1, 2.
        let numbers: [UInt8] = [0b1010_0110, 0b0100_0000]
        numbers.withUnsafeBufferPointer {
            var (reader, signed) = (BitReader($0, from: 0), BitReader($0, from: 0))
            #expect((0..<4).map { _ in reader.number() } == [0, 1, 2, 3])
            #expect((0..<4).map { _ in signed.signed() } == [0, 1, -1, 2])
        }
    }
}
