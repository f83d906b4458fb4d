import CameraSetup
import Records

/// What a camera showed in the last minute: the pictures that its scanner analysed, as it sent them. The oldest go.
struct LastMinute: Sendable {
    /// In milliseconds.
    private static let span: Int64 = 60_000
    /// In bytes. A minute of 1080p at five pictures a second has about that.
    static let mostBytes = 64 << 20
    /// A scanner sends no more.
    static let mostPictures = 60 * 25

    struct Picture: Sendable {
        var time: WallTime
        /// A JPEG.
        var bytes: [UInt8]
    }

    private(set) var pictures: [Picture] = []
    private(set) var bytes = 0

    mutating func add(_ picture: [UInt8], at time: WallTime) {
        // A clock that was put back begins anew: times only ever grow.
        if let last = pictures.last, last.time > time { self = LastMinute() }
        pictures.append(Picture(time: time, bytes: picture))
        bytes += picture.count
        forget(before: time)
    }

    /// Lets go of what is too old at a time, or too much.
    mutating func forget(before time: WallTime) {
        var (rest, count) = (bytes, pictures.count)
        let gone = pictures.prefix { picture in
            let isOld = time.milliseconds - picture.time.milliseconds > Self.span
            guard isOld || rest > Self.mostBytes || count > Self.mostPictures else { return false }
            rest -= picture.bytes.count
            count -= 1
            return true
        }
        bytes = rest
        pictures.removeFirst(gone.count)
    }

    /// From the first picture to the last.
    var time: ClosedRange<WallTime>? {
        guard let first = pictures.first, let last = pictures.last else { return nil }
        return first.time...last.time
    }

    /// Whole seconds, the last one counted whole.
    var seconds: Int {
        time.map { Int(($0.upperBound.milliseconds - $0.lowerBound.milliseconds + 999) / 1000) } ?? 0
    }

    /// The pictures as `plated setup` takes them.
    var parts: [Part] {
        guard let start = pictures.first?.time.milliseconds else { return [] }
        return pictures.map { picture in
            let at = Int(picture.time.milliseconds - start)
            return Part(PartHead(.frame, bytes: picture.bytes.count, at: at), bytes: picture.bytes)
        }
    }
}
