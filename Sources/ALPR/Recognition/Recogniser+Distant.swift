import Plates

/// A reader somewhere else, and what it was asked.
struct DistantReading {
    var reader: any DistantReader
    var opinions = SecondOpinions()
    var nextTicket = 0
    /// What answers decided, and the frame that it was to be told with failed.
    var untold = Recognition()

    init(_ reader: any DistantReader) {
        self.reader = reader
    }
}

extension Recogniser {
    /// What a frame leads to, and what has come of questions since the one before.
    ///
    /// - Throws: what localiser and engine throw. What has come of questions is told next time.
    public mutating func recognise(_ frame: Frame) throws -> Recognition {
        let heard = takeAnswers()
        var recognition = heard
        do {
            try recognise(frame, into: &recognition)
        } catch {
            // The cooldown has its plates as reported: nobody would hear of them again.
            distant?.untold = heard
            throw error
        }
        return recognition
    }

    /// What has come of questions since the last frame, where no frame comes, and of plates that wait for their direction.
    ///
    /// - Parameter time: which it is by the frames' clock; nil where that does not go on without frames.
    public mutating func hear(at time: Timestamp? = nil) -> Recognition {
        var recognition = takeAnswers()
        if let time { count(smoother.release(at: time), into: &recognition) }
        return recognition
    }

    /// The times of the frames of which something is still being read somewhere else: what comes of that is told with later frames.
    public var awaited: Set<Timestamp> { distant.map { Set($0.opinions.times) } ?? [] }

    // MARK: - Asking

    /// Ends what the engine's readings do not count for, or asks somebody else first.
    ///
    /// - Parameters:
    ///   - objections: to readings that do not count; those that are asked about are told of when they are answered.
    ///   - voting: the others, which have been counted.
    mutating func settle(
        _ objections: [(PlateReading, Rejection)], _ voting: [PlateReading], of frame: Frame,
        into recognition: inout Recognition
    ) {
        guard var distant else {
            for (reading, objection) in objections { recognition.reject(reading, objection) }
            return
        }
        let keepsFrame = settings.evidence != nil
        var questions: [DistantQuestion] = []
        func ask(_ reading: PlateReading, _ objection: Rejection?) -> Bool {
            let question = distant.opinions.ask(
                about: reading, objection: objection, in: frame, keepsFrame: keepsFrame, ticket: distant.nextTicket)
            guard let question else { return false }
            distant.nextTicket += 1
            questions.append(question)
            return true
        }
        for (reading, objection) in objections where !ask(reading, objection) {
            recognition.reject(reading, objection)
        }
        for reading in voting where !smoother.isSettled(reading.region.box, at: frame.time) {
            _ = ask(reading, nil)
        }
        if !questions.isEmpty { distant.reader.ask(questions) }
        self.distant = distant
        recognition.add(takeAnswers())
    }

    // MARK: - Answers

    /// - Parameter areLast: whether everything ends, so that what is not answered stays unread.
    mutating func takeAnswers(areLast: Bool = false) -> Recognition {
        guard var distant else { return Recognition() }
        var recognition = distant.untold
        distant.untold = Recognition()
        var lost = 0
        for answer in distant.reader.answers() {
            guard let (asked, view) = distant.opinions.take(answer) else { continue }
            if count(asked, view, into: &recognition) == .gone { lost += 1 }
        }
        if areLast {
            for asked in distant.opinions.drain() {
                if let objection = asked.objection { recognition.reject(asked.reading, objection) }
            }
        }
        if lost > 0 { distant.reader.drop(lost) }
        self.distant = distant
        return recognition
    }

    /// Counts a second opinion; where there is none, the first one stands.
    private mutating func count(
        _ asked: SecondOpinions.Asked, _ view: ViewReading?, into recognition: inout Recognition
    ) -> Smoother.Lateness {
        var result = Smoother.Result()
        defer { count(result, into: &recognition) }
        let heard = view.flatMap { $0.symbols.isEmpty ? nil : $0 }
        guard let objection = asked.objection else {
            guard let heard, isPlausible(heard, beside: asked.reading) else { return .notNeeded }
            return smoother.second(asked.reading, by: heard, into: &result)
        }
        let reading = heard.map {
            PlateReading(
                region: asked.reading.region, time: asked.reading.time, views: [$0], formats: reader.formats,
                legibility: asked.legibility)
        }
        guard let reading, settings.plausibility.objection(to: reading) == nil else {
            recognition.reject(asked.reading, objection)
            return .notNeeded
        }
        clutter.succeeded(reading.region.box)
        let lateness = smoother.addLate(reading, in: asked.frame, into: &result)
        if lateness == .gone {
            recognition.reject(asked.reading, objection)
        } else {
            recognition.readings.append(reading)
        }
        return lateness
    }

    /// What could be no plate's text says nothing against a reading that could.
    private func isPlausible(_ view: ViewReading, beside reading: PlateReading) -> Bool {
        let alone = PlateReading(region: reading.region, time: reading.time, views: [view], formats: reader.formats)
        return settings.plausibility.objection(to: alone) == nil
    }
}
