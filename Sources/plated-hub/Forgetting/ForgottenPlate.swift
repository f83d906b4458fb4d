import History
import Records

/// The text of a plate that is to be forgotten, and which lines of a log are about it.
struct ForgottenPlate {
    /// Capitals and digits.
    let text: String
    private let bytes: [UInt8]

    /// Nil where it is no whole plate. What has wildcards would be another plate without them.
    init?(_ text: String) {
        guard Self.problem(of: text) == nil, let kept = PlateText.normal(text) else { return nil }
        self.text = kept
        bytes = Array(kept.utf8)
    }

    /// Why a text is no whole plate; nil where it is one.
    static func problem(of text: String) -> String? {
        let rest = PlateText.isPseudonym(text) ? text.dropFirst(Pseudonyms.mark.count) : text[...]
        if let odd = rest.first(where: { !($0.isLetter || $0.isNumber || " -.·_".contains($0)) }) {
            return "\"\(odd)\" stands on no plate: forget takes one whole plate, and no pattern"
        }
        return rest.contains { $0.isLetter || $0.isNumber } ? nil : "a plate has letters or digits"
    }

    /// What somebody may mean who typed a plate: the very text, and where scanners write its letters otherwise (Ü as U), that.
    ///
    /// - Returns: none where it is no whole plate.
    static func meant(by typed: String) -> [ForgottenPlate] {
        guard let plate = ForgottenPlate(typed) else { return [] }
        return [plate, Homoglyphs.plain(plate.text).flatMap { ForgottenPlate($0) }].compactMap(\.self)
    }

    /// Whether a line is about it: an event of it, or what is left of one. A line of another plate that it was voted for is about
    /// that plate.
    func isMeant(_ line: [UInt8], _ record: Record?) -> Bool {
        switch record {
        case .plate(let event): PlateText.normal(event.plate) == text
        case .session(let session): session.tells(of: text)
        case .torn(let torn): holds(torn.fragment)
        case .candidate(let candidate): candidate.plate.flatMap { PlateText.normal($0) } == text
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
            guard other.contains("?") else { return PlateText.normal(other) == text }
            return other.count == text.count && zip(other, text).allSatisfy { $0 == "?" || $0 == $1 }
        }
    }

    private func holds(_ line: [UInt8]) -> Bool { line.contains(bytes) }
}
