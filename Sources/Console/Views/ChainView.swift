import Answers
import Records

/// What the chain of the log says of an event, for its page.
struct ChainView {
    /// Nil where the log cannot be read.
    let place: ChainPlace?
    /// Of the seals around it.
    let verdict: SealKeys.Verdict
    let zone: LocalZone
    /// Whether the history has less of it than the log: plates that were voted for in it were forgotten.
    var isShortened = false

    var values: Pages.Values {
        ["tag": tag, "text": text, "isWhole": isWhole, "isBad": isBad]
    }

    private var isWhole: Bool { if case .whole = place?.state { !isForeign && verdict != .unproven } else { false } }

    private var isBad: Bool {
        if case .whole = place?.state { return isForeign }
        return place?.state == .broken || place?.state == .changed
    }

    /// Whether somebody else made a seal.
    private var isForeign: Bool {
        switch verdict {
        case .foreign, .forged: true
        default: false
        }
    }

    private var tag: String {
        if isWhole { return verdict == .known ? "✓ whole and signed" : "✓ whole" }
        if isForeign, case .whole = place?.state { return "◆ not sealed by this machine" }
        if verdict == .unproven { return "not proven" }
        return isBad ? "◆ not as it was written" : "not known"
    }

    private var text: String {
        guard let place else { return "The log cannot be read at present." }
        switch place.state {
        case .whole(let lines):
            return
                "Each of the \(lines) lines \(span(place)) names the one before it, and this one is among them as it was read. "
                + (isShortened
                    ? "A text was forgotten here (plated-hub forget): the history no longer has it, the log's line still does. "
                    : "") + seals
        case .broken:
            return
                "A line \(span(place)) does not name the one before it: something was changed, put in or removed. plated verify tells where."
        case .changed:
            return "The log has another line of this identifier: one of both was changed. plated verify tells more."
        case .unchained: return "The line is from before logs had chains."
        case .absent: return "The line is in no file of the log any more: its time was over, or it was taken out."
        case .untold: return "The log is too large to look through for a page: plated verify tells."
        }
    }

    private var seals: String {
        switch verdict {
        case .unsealed: "There is no seal that says who wrote it."
        case .known: "The seals are signed with a key of this machine."
        case .unnamed(let fingerprints):
            "The seals are signed with the key \(fingerprints.joined(separator: " and ")). Whether that is this machine's is told where "
                + "proof.keys in hub.yaml names its public key."
        case .foreign(let fingerprint):
            "But a seal, or what stands for a forgotten line, is signed with the key \(fingerprint), which is none of those that proof.keys names: somebody else made it."
        case .forged:
            "But a signature, of a seal or of what stands for a forgotten line, is not that of its key: somebody changed or made it. plated verify tells where."
        case .unproven:
            "But a line behind it was forgotten without a signature of who seals, by an older version or by anybody: the seal behind that does not prove this one."
        case .unread(let path): "Who made the seals cannot be told: there is no public key to be read in \(path)."
        }
    }

    private func span(_ place: ChainPlace) -> String {
        switch (place.before, place.after) {
        case (let before?, let after?): "between the seals of \(zone.text(before)) and \(zone.text(after))"
        case (let before?, nil): "since the seal of \(zone.text(before)), with no seal behind it yet,"
        case (nil, let after?): "up to the seal of \(zone.text(after))"
        case (nil, nil): "around it, without a seal,"
        }
    }
}
