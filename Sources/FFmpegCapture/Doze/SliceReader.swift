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

    /// Nil for a codec whose slices are not known here.
    init?(_ parameters: UnsafePointer<AVCodecParameters>) {
        switch parameters.pointee.codec_id {
        case AV_CODEC_ID_H264: codec = .h264
        case AV_CODEC_ID_HEVC: codec = .hevc
        default: return nil
        }
        let extra = UnsafeBufferPointer(
            start: parameters.pointee.extradata, count: max(0, Int(parameters.pointee.extradata_size)))
        lengthSize = Self.lengthSize(codec, extra: extra)
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
    func picture(in bytes: UnsafeBufferPointer<UInt8>, isKey: Bool, time: Timestamp?) -> CodedPicture? {
        var picture = CodedPicture(start: isKey ? .key : .inter, kind: -1, bytes: 0, time: time)
        let isWhole = forEachUnit(in: bytes) { unit in
            guard let slice = slice(unit) else { return }
            picture.bytes += unit.count
            if picture.kind < 0 {
                picture.kind = slice.kind
                (picture.isReferred, picture.layer) = (slice.isReferred, slice.layer)
            }
            if isKey, slice.isAfresh { picture.start = .afresh }
        }
        return isWhole && picture.kind >= 0 ? picture : nil
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
        var position = 8
        func number() -> Int? {
            var zeros = 0
            func bit() -> Int? {
                guard position >> 3 < unit.count else { return nil }
                defer { position += 1 }
                return Int(unit[position >> 3] >> (7 - UInt8(position & 7)) & 1)
            }
            while let one = bit() {
                if one == 1 { break }
                zeros += 1
                if zeros > 24 { return nil }
            }
            var value = 1
            for _ in 0..<zeros {
                guard let one = bit() else { return nil }
                value = value << 1 | one
            }
            return value - 1
        }
        // The first macroblock, then the type.
        guard number() != nil, let type = number(), type < 10 else { return 5 }
        return type % 5
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
