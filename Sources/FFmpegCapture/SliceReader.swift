import CFFmpeg

/// What the headers of a coded picture say of it. Nothing is decoded.
struct CodedPicture: Equatable {
    /// What a picture may be built on.
    enum Start: Equatable {
        /// Others.
        case inter
        /// None; but some that come after it may be built on those before it.
        case key
        /// None, and neither is any that comes after it built on one before it.
        case afresh
    }

    var start: Start
    /// False where no other picture is built on it.
    var isReferred: Bool
    /// Of a stream in layers, of which the higher ones can be left out: 0 for the lowest.
    var layer: Int
}

/// Reads the headers of a coded picture's units (ITU-T H.264, 7.3.1; H.265, 7.3.1).
struct SliceReader {
    enum Codec {
        case h264, hevc
    }

    private let codec: Codec
    /// Bytes of the length before each unit; nil where start codes stand between them.
    private let lengthSize: Int?

    /// Nil for a codec whose slices are not known here.
    init?(_ parameters: UnsafePointer<AVCodecParameters>) {
        let extra = UnsafeBufferPointer(
            start: parameters.pointee.extradata, count: max(0, Int(parameters.pointee.extradata_size)))
        switch parameters.pointee.codec_id {
        case AV_CODEC_ID_H264: self.init(.h264, lengthSize: Self.lengthSize(.h264, extra: extra))
        case AV_CODEC_ID_HEVC: self.init(.hevc, lengthSize: Self.lengthSize(.hevc, extra: extra))
        default: return nil
        }
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
    func picture(in bytes: UnsafeBufferPointer<UInt8>, isKey: Bool) -> CodedPicture? {
        var picture: CodedPicture?
        let isWhole = forEachUnit(in: bytes) { unit in
            guard let slice = slice(unit) else { return }
            var seen =
                picture
                ?? CodedPicture(
                    start: isKey ? .key : .inter, isReferred: slice.isReferred, layer: slice.layer)
            if isKey, slice.isAfresh { seen.start = .afresh }
            picture = seen
        }
        return isWhole ? picture : nil
    }

    // MARK: - Slices

    private struct Slice {
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
            return Slice(isAfresh: type == 5, isReferred: unit[0] & 0x60 != 0)
        case .hevc:
            let type = Int(unit[0] >> 1 & 0x3F)
            guard type < 32 else { return nil }
            // IDR and BLA; what leads after a CRA is built on pictures before it.
            // The even ones below 16 are referred to by none of their own layer or below it.
            return Slice(
                isAfresh: (16...20).contains(type), isReferred: type >= 16 || type % 2 != 0, layer: Int(unit[1] & 7))
        }
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
