import History
import Records

/// The text of a plate that is to be forgotten, and which lines of a log are about it.
struct ForgottenPlate {
    /// Capitals and digits.
    let text: String
    private let bytes: [UInt8]

    /// Nil where nothing of a plate is left without spaces, dashes and dots.
    init?(_ text: String) {
        guard let kept = PlateText.normal(text) else { return nil }
        self.text = kept
        bytes = Array(kept.utf8)
    }

    /// Whether a line is about it: an event of it, or what is left of one. A line of another plate that it was voted for is about
    /// that plate.
    func isMeant(_ line: [UInt8], _ record: Record?) -> Bool {
        switch record {
        case .plate(let event): ForgottenPlate(event.plate)?.text == text
        case .session(let session): session.tells(of: text)
        case .torn(let torn): holds(torn.fragment)
        case .candidate(let candidate): candidate.plate.flatMap { ForgottenPlate($0)?.text } == text
        case .match(let match): match.tells(of: text)
        case .opening(let opening): opening.tells(of: text)
        case .gap, .seal, .health, .forgotten: false
        case .other, nil: holds(line)
        }
    }

    /// Whether something that was not read is about it: one of its readings is the plate, or the part of it that was read.
    func isMeant(texts: [String]) -> Bool {
        texts.contains { other in
            guard !other.contains("\"") else { return holds(Array(other.utf8)) }
            guard other.contains("?") else { return ForgottenPlate(other)?.text == text }
            return other.count == text.count && zip(other, text).allSatisfy { $0 == "?" || $0 == $1 }
        }
    }

    private func holds(_ line: [UInt8]) -> Bool { line.contains(bytes) }
}
