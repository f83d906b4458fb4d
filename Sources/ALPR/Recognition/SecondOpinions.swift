/// What a distant reader was asked beside an engine that reads here, and is still to answer.
struct SecondOpinions {
    struct Asked {
        var reading: PlateReading
        /// Why the engine's own reading does not count; nil where it has voted.
        var objection: Rejection?
        let legibility: Legibility?
        /// In which it was read, where its picture may become evidence.
        var frame: Frame?
        fileprivate var cutting: Cutting
    }

    private var asked: [Int: Asked] = [:]

    /// Returns the question; nil where there is nothing to show.
    mutating func ask(
        about reading: PlateReading, objection: Rejection?, in frame: Frame, keepsFrame: Bool, ticket: Int
    ) -> DistantQuestion? {
        guard let cutting = Cutting(reading.region, of: frame.image) else { return nil }
        asked[ticket] = Asked(
            reading: reading, objection: objection,
            legibility: reading.legibility ?? Legibility(of: reading.region.rows[0], in: frame.image),
            frame: keepsFrame && objection != nil ? frame : nil, cutting: cutting)
        return cutting.question(ticket, of: reading.region)
    }

    /// What an answer is about, and what it says there; nil where nobody asked.
    mutating func take(_ answer: DistantAnswer) -> (Asked, ViewReading?)? {
        guard let question = asked.removeValue(forKey: answer.ticket) else { return nil }
        return (question, answer.reading.map(question.cutting.inFrame))
    }

    /// What is not answered when everything ends.
    mutating func drain() -> [Asked] {
        defer { asked = [:] }
        return asked.sorted { $0.key < $1.key }.map(\.value)
    }
}
