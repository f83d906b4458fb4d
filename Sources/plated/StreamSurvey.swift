import ALPR
import Basics
import Capture
import FFmpegCapture

/// What can be said about a stream, apart from what is in its pictures.
struct StreamSurvey {
    let opened: Duration
    private var pictures = 0
    private var first: Timestamp?
    private var last: Timestamp?

    init(opened: Duration) {
        self.opened = opened
    }

    /// - Parameter time: of a decoded picture.
    mutating func count(_ time: Timestamp) {
        pictures += 1
        first = first ?? time
        last = time
    }

    /// Pictures a second, as they came; nil of fewer than two.
    var rate: Double? {
        guard let first, let last, last > first else { return nil }
        return Double(pictures - 1) / (last - first).seconds
    }

    /// Seconds from one key frame to the next.
    private func keyFrameInterval(of source: FFmpegSource) -> Double? {
        guard let distance = source.keyFrameDistance, let rate, rate > 0 else { return nil }
        return Double(distance) / rate
    }

    func facts(of source: FFmpegSource) -> [Fact] {
        let stream = source.stream
        let stated = stream.rate > 0 ? ", \(stream.rate.inTenths) pictures a second stated" : ""
        let firstPicture = first.map {
            source.isLive ? ", the first picture after \($0.sinceStart.seconds.inTenths) s" : ""
        }
        let keys =
            source.keyFrameDistance.map { distance in
                "one in \(distance) pictures"
                    + (keyFrameInterval(of: source).map { ", every \($0.inTenths) s" } ?? "")
            } ?? "fewer than two seen"
        let health = source.health
        let rate = rate.map { "\($0.inTenths) a second" } ?? "too few to tell a rate"
        return [
            Fact("opened in", "\(opened.seconds.inTenths) s\(firstPicture ?? "")"),
            Fact(
                "stream",
                "\(stream.container): \(stream.codec), \(stream.width)x\(stream.height), \(stream.pixelFormat)\(stated)"
            ),
            Fact("pictures", "\(source.decoded), \(rate), decoded by \(source.decoderName)"),
            Fact("key frames", keys),
            Fact(
                "trouble",
                "\(health.brokenPackets) broken packets, \(health.losses) losses on the way, \(health.damagedPictures) damaged pictures"
            ),
        ]
    }

    /// What to change at the camera; nothing of a recording.
    func hints(for source: FFmpegSource) -> [String] {
        guard source.isLive else { return [] }
        var lines: [String] = []
        if let interval = keyFrameInterval(of: source), interval > 2.5 {
            lines.append(
                "key frames are rare: set the camera's I-frame interval (GOP) to one second, so that it is read sooner"
                    + " after a loss")
        }
        if let rate, rate < 8 {
            lines.append("there are few pictures: 15 a second or more give a moving plate a chance")
        }
        if source.health.losses > 0 {
            lines.append("packets are lost on the way: source.transport: tcp, a lower bitrate, or a better network")
        }
        return lines
    }
}
