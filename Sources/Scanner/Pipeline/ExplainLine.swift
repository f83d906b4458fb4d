import ALPR
import Basics
import Plates
import Records

extension CandidateReport {
    /// The report as one line of NDJSON: what `--explain` writes.
    public func line(camera: String, time wall: WallTime, file: String? = nil) -> [UInt8] {
        var line = JSONLine()
        line.add("schema", "plated.candidate/1")
        line.add("ts", wall.description)
        line.add("camera", camera)
        switch outcome {
        case .accepted:
            line.add("outcome", "accepted")
            line.add("reason", nil)
        case .rejected(let reason):
            line.add("outcome", "rejected")
            line.add("reason", reason.rawValue)
        }
        line.add("plate", candidates.first?.text)
        line.add("plate_raw", candidates.first?.raw)
        line.add("candidates", candidates.map(PlateCandidate.init))
        line.add("box", PlateBox(box))
        line.add("text_height_px", textHeight, digits: 1)
        line.add("frame_s", time.sinceStart.seconds, digits: 3)
        if let track { line.add("track", track) }
        if let file { line.add("file", file) }
        return line.bytes
    }
}
