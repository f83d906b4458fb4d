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

    /// A correction's text: capitals and digits alone; nil where nothing is left of it, or it is no plate.
    static func text(_ typed: String) -> String? {
        let text = typed.uppercased().filter { !" -.·".contains($0) }
        guard (1...16).contains(text.count), text.allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
        return text
    }
}
