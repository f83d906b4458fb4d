import ALPR
import Basics
import CameraSetup
import FFmpegCapture
import Plates

/// What a survey found, as the console gets it: with the picture that shows most, and each plate cut out.
struct SetupSurvey {
    private static let jpeg = JPEGEncoder(quality: 85)
    private static let mostPlates = 40

    let survey: Survey
    let orientation: OrientationTrial.Verdict?
    var facts: [SetupFindings.Fact] = []
    var advice: [String] = []

    func send(over channel: PartChannel) throws {
        var pictures: [[UInt8]] = []
        func keep(_ bytes: [UInt8]) -> Int {
            pictures.append(bytes)
            return pictures.count - 1
        }
        let moment = survey.moments.best(tracks: Set(survey.texts.keys))
        let picture = try moment.map { keep(try Self.jpeg.bytes(of: $0.frame.anyColour)) }
        let plates = try survey.plates.prefix(Self.mostPlates).map { plate in
            let glimpse = survey.glimpses?.ofPlates[plate.text]?.max { $0.report.textHeight < $1.report.textHeight }
            let shown = glimpse.flatMap { $0.picture.width > 0 && $0.picture.height > 0 ? $0.picture : nil }
            return SetupFindings.Plate(
                text: plate.text, country: plate.country, lane: plate.lane,
                direction: plate.direction?.movement.rawValue,
                reads: plate.reads, confidence: plate.confidence, height: survey.agreements[plate.text]?.heights.max(),
                picture: try shown.map { keep(try Self.jpeg.bytes(of: $0)) })
        }
        let words = SurveyText(survey: survey, orientation: orientation)
        let rejected = survey.rejected.sorted { ($0.value, $1.key.rawValue) > ($1.value, $0.key.rawValue) }
        let findings = SetupFindings(
            width: moment?.frame.image.width ?? 0, height: moment?.frame.image.height ?? 0, frames: survey.frames,
            facts: facts + words.facts.map { .init(name: $0.name, value: $0.value) }, advice: advice + words.advice,
            plates: plates, rejected: rejected.map { .init(name: $0.key.rawValue, count: $0.value) },
            marks: moment.map(marks) ?? [], picture: picture)
        for (number, bytes) in pictures.enumerated() {
            try channel.send(Part(PartHead(.picture, bytes: bytes.count, number: number), bytes: bytes))
        }
        try channel.send(.findings, findings)
    }

    private func marks(of moment: Moments.Moment) -> [SetupFindings.Mark] {
        moment.reports.map { report in
            let box = [report.box.x, report.box.y, report.box.width, report.box.height]
            if !report.candidates.isEmpty, let text = report.track.flatMap({ survey.texts[$0] }) {
                return .init(box: box, text: text, isPlate: true)
            }
            guard case .rejected(let reason) = report.outcome else { return .init(box: box, text: "", isPlate: false) }
            return .init(box: box, text: reason.rawValue.replacing("_", with: " "), isPlate: false)
        }
    }
}
