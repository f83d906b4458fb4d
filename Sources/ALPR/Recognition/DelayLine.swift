/// Frames whose places are being read somewhere else. They leave in the order of their times, each once all of its answers are there.
///
/// What follows plates from frame to frame gets its frames late so, and as regularly as ever.
struct DelayLine {
    struct Entry {
        var time: Timestamp
        /// Nil where nothing in it was to be read.
        var frame: Frame?
        var regions: [Region]
        /// For each region; nil while it is not answered.
        var answers: [Answer?]
    }

    enum Answer {
        case read(ViewReading)
        case unread
    }

    private struct Asked {
        var entry: Int
        var region: Int
        var cutting: Cutting
    }

    /// A frame is a few megabytes: the oldest goes without its answers where more wait. Those in which nothing is to be read take no room.
    private static let most = 16

    private var entries: [Entry] = []
    private var frames = 0
    var isEmpty: Bool { entries.isEmpty }
    /// Of the frames that wait with something to be read.
    var times: [Timestamp] { entries.filter { $0.frame != nil }.map(\.time) }
    /// Number of the first entry, counted from the beginning.
    private var first = 0
    private var asked: [Int: Asked] = [:]

    /// Returns what to ask.
    mutating func append(_ frame: Frame, _ regions: [Region], nextTicket: inout Int) -> [DistantQuestion] {
        var entry = Entry(
            time: frame.time, frame: regions.isEmpty ? nil : frame, regions: regions,
            answers: Array(repeating: nil, count: regions.count))
        var questions: [DistantQuestion] = []
        for (index, region) in regions.enumerated() {
            guard let cutting = Cutting(region, of: frame.image) else {
                entry.answers[index] = .unread
                continue
            }
            asked[nextTicket] = Asked(entry: first + entries.count, region: index, cutting: cutting)
            questions.append(cutting.question(nextTicket, of: region))
            nextTicket += 1
        }
        entries.append(entry)
        if entry.frame != nil { frames += 1 }
        return questions
    }

    /// Returns whether its frame still waits for it.
    mutating func take(_ answer: DistantAnswer) -> Bool {
        guard let place = asked.removeValue(forKey: answer.ticket), place.entry >= first else { return false }
        let reading = answer.reading.map(place.cutting.inFrame)
        entries[place.entry - first].answers[place.region] = reading.map(Answer.read) ?? .unread
        return true
    }

    /// The next frame in line, where it is complete.
    ///
    /// - Parameter isLast: whether no more answers come: all leave as they are.
    mutating func next(isLast: Bool = false) -> Entry? {
        guard let entry = entries.first else { return nil }
        let isComplete = entry.answers.allSatisfy { $0 != nil }
        guard isComplete || isLast || frames > Self.most else { return nil }
        first += 1
        if entry.frame != nil { frames -= 1 }
        return entries.removeFirst()
    }
}

extension DelayLine.Entry {
    /// What was read of each region, in one view.
    var views: [[ViewReading]] {
        answers.map { answer in
            if case .read(let reading) = answer { [reading] } else { [ViewReading([])] }
        }
    }
}
