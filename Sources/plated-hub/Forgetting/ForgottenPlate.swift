import History
import Records

/// The text of a plate that is to be forgotten, and which lines of a log are about it.
struct ForgottenPlate {
    /// Capitals and digits.
    let text: String

    /// Nil where it is no whole plate. What has wildcards would be another plate without them.
    init?(_ text: String) {
        guard Self.problem(of: text) == nil, let kept = PlateText.normal(text) else { return nil }
        self.text = kept
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

    /// Whether a line goes with it. What is no record is judged by its bytes.
    func isMeant(_ line: [UInt8], _ record: Record?) -> Bool {
        record?.mentions(text) ?? line.contains(Array(text.utf8))
    }
}
