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

    /// Frames that are kept for pictures: each is a few megabytes. What waits longest goes without one where more wait.
    private static let mostFrames = 8

    private var asked: [Int: Asked] = [:]
    /// Of the frames that something was asked about.
    var times: [Timestamp] { asked.values.map(\.reading.time) }
    /// With frames, in the order in which they were asked about.
    private var framed: [(ticket: Int, time: Timestamp)] = []

    /// Returns the question; nil where there is nothing to show.
    mutating func ask(
        about reading: PlateReading, objection: Rejection?, in frame: Frame, keepsFrame: Bool, ticket: Int
    ) -> DistantQuestion? {
        guard let cutting = Cutting(reading.region, of: frame.image) else { return nil }
        asked[ticket] = Asked(
            reading: reading, objection: objection,
            legibility: reading.legibility ?? Legibility(of: reading.region.rows[0], in: frame.image),
            frame: keepsFrame && objection != nil ? frame : nil, cutting: cutting)
        if keepsFrame, objection != nil { keep(frame.time, ticket) }
        return cutting.question(ticket, of: reading.region)
    }

    private mutating func keep(_ time: Timestamp, _ ticket: Int) {
        framed.removeAll { asked[$0.ticket] == nil }
        framed.append((ticket, time))
        while let oldest = framed.first, Set(framed.map(\.time)).count > Self.mostFrames {
            for one in framed where one.time == oldest.time { asked[one.ticket]?.frame = nil }
            framed.removeAll { $0.time == oldest.time }
        }
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
