import ALPR
import PlateDrawing
import Plates

/// A picture with what was seen in it: plates that were read, other candidates with their text or the reason they came to nothing,
/// and the lanes with their names, or the region of interest.
struct SeenPicture {
    let moment: Moments.Moment
    /// Plates by their tracks.
    let texts: [Int: String]
    let roi: RegionOfInterest
    let lanes: [Lane]

    /// - Parameter survey: that has ended.
    init?(of survey: Survey) {
        guard let moment = survey.moments.best(tracks: Set(survey.texts.keys)) else { return nil }
        self.moment = moment
        texts = survey.texts
        roi = survey.light.roi
        lanes = survey.lanes
    }

    var image: RGBImage {
        var picture = MarkedPicture(moment.frame.anyColour.rgb)
        let marks = PictureMarks(for: picture.image)
        if lanes.isEmpty, roi != .wholePicture {
            picture.outline(corners(of: roi, in: picture), width: marks.line, in: PictureMarks.region)
        }
        for lane in lanes {
            picture.outline(corners(of: lane.area, in: picture), width: marks.line, in: PictureMarks.region)
            let bounds = lane.area.bounds(width: picture.image.width, height: picture.image.height)
            picture.label(bounds, lane.name.uppercased(), height: marks.height, in: .black, on: PictureMarks.region)
        }
        // Plates last, over everything else.
        for report in moment.reports.sorted(by: { text(of: $0) == nil && text(of: $1) != nil }) {
            if let text = text(of: report) {
                marks.draw(plate: text, report.box, on: &picture)
            } else {
                marks.draw(other: report, on: &picture)
            }
        }
        return picture.image
    }

    private func corners(of region: RegionOfInterest, in picture: MarkedPicture) -> [Point] {
        let (width, height) = (Double(picture.image.width), Double(picture.image.height))
        return region.corners.map { Point(x: $0.x * width, y: $0.y * height) }
    }

    /// The plate that was read here.
    private func text(of report: CandidateReport) -> String? {
        report.candidates.isEmpty ? nil : report.track.flatMap { texts[$0] }
    }
}
