import ALPR
import Basics
import Plates
import Records

extension CandidateRecord {
    /// What `--explain` writes of a report.
    ///
    /// - Parameter time: of the picture, by the wall clock.
    public init(_ report: CandidateReport, time: WallTime, camera: String, file: String? = nil) {
        let best = report.candidates.first
        self.init(
            time: time, camera: camera, rejection: report.outcome.rejection?.rawValue, plate: best?.text,
            plateRaw: best?.raw, candidates: report.candidates.map(PlateCandidate.init), box: PlateBox(report.box),
            textHeight: report.textHeight, position: report.time.sinceStart.seconds, track: report.track, file: file)
    }
}

extension Outcome {
    /// Nil for what was accepted.
    fileprivate var rejection: Rejection? {
        switch self {
        case .accepted: nil
        case .rejected(let reason): reason
        }
    }
}
