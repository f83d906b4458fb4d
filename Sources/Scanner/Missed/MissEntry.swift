import ALPR
import Basics
import Plates
import Records

/// A place that is to be written down.
struct MissEntry {
    let passage: Passage
    let lasts: Bool
    /// When it is told.
    let time: WallTime
    var id = ""

    init(_ passage: Passage, lasts: Bool, time: WallTime) {
        self.passage = passage
        self.lasts = lasts
        self.time = time
    }

    /// Whether it is a miss: neither a plate that was read, nor what another candidate covers, nor the camera's own text.
    var isMiss: Bool {
        guard !passage.isRead, let reason = passage.reason else { return false }
        return reason != .overlap && (reason != .overlay || passage.votes > 0)
    }

    var kind: MissRecord.Kind {
        MissRecord.kind(
            reason: passage.reason?.rawValue ?? "", weight: passage.weight, moved: passage.moved,
            milliseconds: (passage.last - passage.first).milliseconds)
    }

    /// Without its crop.
    func record(_ settings: MissedLedger.Settings, clock: EventOutlet.Clock, now: Moment) -> MissRecord {
        let best = passage.best
        let reasons = passage.reasons.sorted { ($0.value, $1.key.rawValue) > ($1.value, $0.key.rawValue) }
        return MissRecord(
            id: id, time: time, camera: settings.camera,
            reason: passage.isRead ? Rejection.reported.rawValue : passage.reason?.rawValue ?? "",
            firstSeen: clock.wallTime(of: passage.first, now: now),
            lastSeen: clock.wallTime(of: passage.last, now: now),
            lasts: lasts, looks: passage.looks, votes: passage.votes, weight: passage.weight,
            reasons: reasons.map { ($0.key.rawValue, $0.value) }, plate: best?.candidate?.text,
            confidence: best?.candidate?.confidence, partial: passage.partial,
            box: PlateBox(best?.box ?? passage.box), textHeight: best?.textHeight ?? 0,
            frame: .init(width: best?.width ?? 0, height: best?.height ?? 0), moved: passage.moved,
            samples: (passage.early + passage.late).map { look in
                PlateLook(
                    offset: Int((look.time - passage.first).milliseconds), plate: look.candidate?.text,
                    confidence: look.candidate?.confidence, weight: look.weight, textHeight: look.textHeight,
                    reason: look.reason?.rawValue)
            }, file: settings.file)
    }
}
