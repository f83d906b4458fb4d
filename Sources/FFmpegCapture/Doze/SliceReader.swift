import ALPR
import CFFmpeg
import Capture

/// Reads of a coded picture what the headers of its slices say (ITU-T H.264, 7.3.1 and 7.3.3; H.265, 7.3.1). Nothing is decoded.
struct SliceReader {
    enum Codec {
        case h264, hevc
    }

    private let codec: Codec
    /// Bytes of the length before each unit; nil where start codes stand between them.
    private let lengthSize: Int?
    private var quantisers = QuantiserReader()

    /// Nil for a codec whose slices are not known here.
    init?(_ parameters: UnsafePointer<AVCodecParameters>) {
        let extra = UnsafeBufferPointer(
            start: parameters.pointee.extradata, count: max(0, Int(parameters.pointee.extradata_size)))
        switch parameters.pointee.codec_id {
        case AV_CODEC_ID_H264: self.init(.h264, extra: extra)
        case AV_CODEC_ID_HEVC: self.init(.hevc, extra: extra)
        default: return nil
        }
    }

    init(_ codec: Codec, extra: UnsafeBufferPointer<UInt8>) {
        self.init(codec, lengthSize: Self.lengthSize(codec, extra: extra))
        if codec == .h264 { takeParameters(extra) }
    }

    init(_ codec: Codec, lengthSize: Int?) {
        self.codec = codec
        self.lengthSize = lengthSize
    }

    /// Of the header in files: `avcC` (ISO/IEC 14496-15, 5.3.3) or `hvcC` (8.3.3). Nil where it begins as a stream with start codes does.
    private static func lengthSize(_ codec: Codec, extra: UnsafeBufferPointer<UInt8>) -> Int? {
        let place = codec == .h264 ? 4 : 21
        guard extra.count > place, extra[0] == 1 else { return nil }
        return Int(extra[place] & 3) + 1
    }

    /// What is known of a coded picture; nil where its bytes cannot be told apart.
    mutating func picture(
        in bytes: UnsafeBufferPointer<UInt8>, isKey: Bool, time: Timestamp?
    ) -> CodedPicture? {
        var picture = CodedPicture(start: isKey ? .key : .inter, kind: -1, bytes: 0, time: time)
        var quantisers = quantisers
        defer { self.quantisers = quantisers }
        let isWhole = forEachUnit(in: bytes) { unit in
            guard let slice = slice(unit) else {
                if codec == .h264 { quantisers.take(unit) }
                return
            }
            picture.bytes += unit.count
            if picture.kind < 0 {
                picture.kind = slice.kind
                (picture.isReferred, picture.layer) = (slice.isReferred, slice.layer)
                if codec == .h264 {
                    picture.quantiser = quantisers.quantiser(of: unit)
                    picture.isBetween = slice.kind / 2 == 1
                }
            }
            if isKey, slice.isAfresh { picture.start = .afresh }
        }
        return isWhole && picture.kind >= 0 ? picture : nil
    }

    /// Of the header in files, or of a stream's with start codes.
    private mutating func takeParameters(_ extra: UnsafeBufferPointer<UInt8>) {
        var quantisers = quantisers
        defer { self.quantisers = quantisers }
        guard lengthSize != nil else { return forEachStarted(in: extra) { quantisers.take($0) } }
        // `avcC`: their number, then each with a length of two bytes before it; first those of sequences, then those of pictures.
        var place = 5
        for mask: UInt8 in [0x1F, 0xFF] where place < extra.count {
            let count = extra[place] & mask
            place += 1
            for _ in 0..<count {
                guard place + 2 <= extra.count else { return }
                let length = Int(extra[place]) << 8 | Int(extra[place + 1])
                place += 2
                guard length <= extra.count - place else { return }
                quantisers.take(UnsafeBufferPointer(rebasing: extra[place..<place + length]))
                place += length
            }
        }
    }

    // MARK: - Slices

    private struct Slice {
        var kind: Int
        var isAfresh: Bool
        var isReferred: Bool
        var layer = 0
    }

    /// Nil for what is no slice.
    private func slice(_ unit: UnsafeBufferPointer<UInt8>) -> Slice? {
        guard unit.count > 2 else { return nil }
        switch codec {
        case .h264:
            let type = unit[0] & 0x1F
            guard (1...5).contains(type) else { return nil }
            let isReferred = unit[0] & 0x60 != 0
            return Slice(
                kind: Self.sliceType(unit) * 2 + (isReferred ? 1 : 0), isAfresh: type == 5, isReferred: isReferred)
        case .hevc:
            let type = Int(unit[0] >> 1 & 0x3F)
            guard type < 32 else { return nil }
            // IDR and BLA; what leads after a CRA is built on pictures before it.
            // The even ones below 16 are referred to by none of their own layer or below it.
            return Slice(
                kind: type << 3 | Int(unit[1] & 7), isAfresh: (16...20).contains(type),
                isReferred: type >= 16 || type % 2 != 0, layer: Int(unit[1] & 7))
        }
    }

    /// P, B, I, SP or SI of a slice in H.264; 5 where it cannot be read.
    private static func sliceType(_ unit: UnsafeBufferPointer<UInt8>) -> Int {
        var reader = BitReader(unit, from: 1)
        // The first macroblock, then the type.
        _ = reader.number()
        let type = reader.number()
        return !reader.hasFailed && type < 10 ? type % 5 : 5
    }

    // MARK: - Units

    /// Calls `take` for every unit; returns false where a length does not fit.
    private func forEachUnit(
        in bytes: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Bool {
        guard let lengthSize else {
            forEachStarted(in: bytes, take)
            return true
        }
        var place = 0
        while place < bytes.count {
            guard place + lengthSize <= bytes.count else { return false }
            let length = bytes[place..<place + lengthSize].reduce(0) { $0 << 8 | Int($1) }
            place += lengthSize
            guard length <= bytes.count - place else { return false }
            take(UnsafeBufferPointer(rebasing: bytes[place..<place + length]))
            place += length
        }
        return true
    }

    /// Units between start codes: 0 0 1.
    private func forEachStarted(
        in bytes: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var start: Int?
        var place = 0
        while place + 2 < bytes.count {
            // Every third byte is enough while none of them can be in a start code.
            if bytes[place + 2] > 1 {
                place += 3
            } else if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
                if let start { take(UnsafeBufferPointer(rebasing: bytes[start..<place])) }
                start = place + 3
                place += 3
            } else {
                place += 1
            }
        }
        if let start { take(UnsafeBufferPointer(rebasing: bytes[start...])) }
    }
}
