/// Reads plates somewhere else and answers later: a service on the network. Nothing waits for it where pictures come in real time.
public protocol DistantReader {
    /// Hands over pictures to be read.
    mutating func ask(_ questions: [DistantQuestion])

    /// The answers that have come since: one for every question, in any order, at the latest when its time is up.
    ///
    /// Where pictures do not come in real time it waits for those of all questions.
    mutating func answers() -> [DistantAnswer]

    /// So many answers came when what they were about was gone.
    mutating func drop(_ count: Int)
}

/// A place in a frame, cut out, that is to be read.
public struct DistantQuestion: Sendable, Equatable {
    /// Its answer has the same.
    public var ticket: Int
    /// The place with a margin.
    public var picture: LumaImage
    /// The place, in pixels of that picture.
    public var region: Region

    public init(ticket: Int, picture: LumaImage, region: Region) {
        self.ticket = ticket
        self.picture = picture
        self.region = region
    }
}

/// What became of a question.
public struct DistantAnswer: Sendable, Equatable {
    public var ticket: Int
    /// With outlines in pixels of the question's picture; nil where it was not read.
    public var reading: ViewReading?

    public init(ticket: Int, reading: ViewReading?) {
        self.ticket = ticket
        self.reading = reading
    }
}

/// Reads nothing, so that a distant reader is asked about every place: for single pictures.
public struct NoEngine: OCREngine {
    public init() {}

    public mutating func read(_ regions: [Region], of frame: Frame, effort: ReadingEffort) -> [[ViewReading]] {
        regions.map { _ in [ViewReading([])] }
    }
}
