import ALPR
import Live
import Plates
import Records

/// What is sent with a picture, as JSON: where it was looked, and what was found there.
///
/// It has nothing of the configuration but the region of interest and the lanes. Where plates are hidden, it has no text that was read.
struct LiveHead {
    let camera: String
    let hidesPlates: Bool

    func json(of live: LiveFrame) -> [UInt8] {
        let image = live.frame.image
        var fields = begin("frame", at: live.time)
        fields.append(("seq", "\(live.number)"))
        fields.append(("size", "[\(image.width),\(image.height)]"))
        fields.append(("roi", live.roi == .wholePicture ? "null" : corners(live.roi, of: image)))
        fields.append(
            (
                "lanes",
                list(live.lanes.map { object([("name", quoted($0.name)), ("area", corners($0.area, of: image))]) })
            )
        )
        fields.append(("boxes", list(live.tracks.map(box) + live.rejected.map(box))))
        return Array(object(fields).utf8)
    }

    /// Tells that the scanner is there and has no picture to show.
    func idle(at time: WallTime) -> [UInt8] { Array(object(begin("idle", at: time)).utf8) }

    func refusal(_ reason: String, at time: WallTime) -> [UInt8] {
        Array(object(begin("refused", at: time) + [("reason", quoted(reason))]).utf8)
    }

    private func begin(_ kind: String, at time: WallTime) -> [(String, String)] {
        [
            ("schema", quoted(LiveRequest.schema)), ("kind", quoted(kind)), ("camera", quoted(camera)),
            ("ts", quoted(time.description)), ("hides_plates", "\(hidesPlates)"),
        ]
    }

    // MARK: - Boxes

    private func box(_ track: TrackReport) -> String {
        var fields = [("box", numbers(track.box)), ("track", "\(track.track)")]
        fields += votes(track.candidates)
        fields += [("reads", "\(track.reads)"), ("reads_needed", "\(track.readsNeeded)")]
        switch track.standing {
        case .undecided: fields.append(("state", quoted("tracked")))
        case .waiting: fields.append(("state", quoted("waiting")))
        case .accepted: fields.append(("state", quoted("accepted")))
        case .rejected(let reason): fields += rejected(reason)
        }
        return object(fields)
    }

    private func box(_ report: CandidateReport) -> String {
        var fields = [("box", numbers(report.box)), ("track", "null")] + votes(report.candidates)
        if case .rejected(let reason) = report.outcome { fields += rejected(reason) }
        return object(fields)
    }

    private func rejected(_ reason: Rejection) -> [(String, String)] {
        [("state", quoted("rejected")), ("reason", quoted(reason.rawValue))]
    }

    private func votes(_ candidates: [Candidate]) -> [(String, String)] {
        let shares = candidates.map { candidate in
            let share = ("share", JSONLine.number(candidate.confidence, digits: 3))
            return object(hidesPlates ? [share] : [("plate", quoted(candidate.text)), share])
        }
        let text = hidesPlates ? nil : candidates.first?.text
        return [("plate", text.map(quoted) ?? "null"), ("votes", list(shares))]
    }

    // MARK: - JSON

    private func corners(_ region: RegionOfInterest, of image: LumaImage) -> String {
        list(
            region.corners.map {
                "[\(JSONLine.number($0.x * Double(image.width), digits: 1)),\(JSONLine.number($0.y * Double(image.height), digits: 1))]"
            })
    }

    private func numbers(_ box: Box) -> String {
        list([box.x, box.y, box.width, box.height].map { JSONLine.number($0, digits: 1) })
    }

    private func quoted(_ text: String) -> String { JSONLine.quoted(text) }
    private func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }
    private func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }
}
