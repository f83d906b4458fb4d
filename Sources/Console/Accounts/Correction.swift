import History
import Records

/// What somebody says a plate really was. The event stays as it was logged.
struct Correction: Equatable, Sendable {
    let camera: String
    let id: String
    /// Of the event.
    let time: WallTime
    let original: String
    let plate: String
    let who: String
    let made: WallTime

    /// A correction's text: capitals and digits alone, as scanners write them (Ü as U), or no later reading would equal it; nil where
    /// nothing is left of it, or it is no plate.
    ///
    /// - Parameter read: what is corrected. Where that has other letters itself, they are meant.
    static func text(_ typed: String, for read: String) -> String? {
        let capitals = Homoglyphs.plain(read) == nil ? Homoglyphs.folded(typed) : typed.uppercased()
        let text = capitals.filter { !" -.·".contains($0) }
        guard (1...16).contains(text.count), text.allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
        return text
    }
}
