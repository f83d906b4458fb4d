import ALPR
import Records

/// A frame that was analysed and what came of it, on its way to who watches. Its pixels are shared and not copied.
struct LiveFrame: Sendable {
    var number: Int
    var time: WallTime
    var frame: Frame
    var roi: RegionOfInterest
    var lanes: [Lane]
    var tracks: [TrackReport]
    /// Of the same frame, and of places that no track follows.
    var rejected: [CandidateReport]

    /// More places than that are noise.
    private static let mostRejected = 24

    init(
        _ frame: Frame, number: Int, time: WallTime, recogniser: Recogniser, recognition: Recognition
    ) {
        self.number = number
        self.time = time
        self.frame = frame
        roi = recogniser.roi
        lanes = recogniser.lanes
        let tracks = recogniser.tracks(at: frame.time)
        self.tracks = tracks
        rejected = Array(
            recognition.reports.lazy.filter { report in
                report.time == frame.time && report.track == nil && report.outcome != .accepted
                    && !tracks.contains { $0.box.iou(report.box) > 0.2 }
            }.prefix(Self.mostRejected))
    }
}
