import ALPR
import Basics

/// What is to be asked, in its order, and when: everything about asking but the asking itself. Time comes in with every call.
///
/// Every question gets one answer, at the latest when its time is up. A question that can no longer be asked in time is answered at once.
struct Docket: Sendable {
    typealias Instant = ContinuousClock.Instant

    struct Moment: Sendable {
        var instant: Instant
        /// Of the clock on the wall, since 1970.
        var second: Int

        /// Of the calendar in UTC, counted from 1970.
        var day: Int { second / 86_400 }
    }

    enum Step: Equatable {
        /// Until there is a question.
        case idle
        case wait(until: Instant)
        /// Until then.
        case send([Sheet], deadline: Instant)
    }

    private struct Waiting: Sendable {
        var sheet: Sheet
        var deadline: Instant
        /// How often it was sent for nothing.
        var failures = 0
        var isOut = false
    }

    /// Waits after failures of the network or of the server; the last one for ever.
    private static let backoff: [Duration] = [.milliseconds(250), .seconds(1), .seconds(4), .seconds(15), .seconds(60)]
    /// The same where somebody has to do something.
    private static let hold: [Duration] = [.seconds(30), .seconds(120), .seconds(600)]
    /// Where it was asked too much and did not say for how long.
    private static let leastPause = Duration.seconds(5)
    private static let longestPause = Duration.seconds(3600)
    /// A question is sent so often at most.
    private static let mostTries = 3

    let settings: RemoteSettings
    private(set) var condition = RemoteCondition.reads
    private(set) var counts = RemoteCounts()
    private(set) var usage: Usage
    private var waiting: [Waiting] = []
    private var answers: [DistantAnswer] = []
    /// Failures since the last success, of the network or of the server; and how often it would not answer us.
    private var failures = 0
    private var refusals = 0
    private var pausedUntil: Instant?
    private var mostPictures: Int
    /// When the request that is out was made, and how long the last one that was answered took.
    private var sent: Instant?
    private var lastTook = Duration.zero

    init(_ settings: RemoteSettings, usage: Usage) {
        self.settings = settings
        self.usage = usage
        mostPictures = max(1, min(settings.limits.picturesPerRequest, settings.service.mostPictures))
    }

    /// Questions that have no answer yet.
    var outstanding: Int { waiting.count }

    /// When the next of them has to have one.
    var nextDeadline: Instant? { waiting.map(\.deadline).min() }

    /// When the request that is out ends, if one is.
    var requestDeadline: Instant? { waiting.filter(\.isOut).map(\.deadline).max() }

    mutating func ask(_ questions: [DistantQuestion], at now: Moment) {
        counts.asked += questions.count
        for question in questions {
            waiting.append(Waiting(sheet: Sheet(question), deadline: now.instant + settings.deadline))
        }
        giveUpInVain(at: now)
    }

    /// Takes out the answers there are.
    mutating func takeAnswers(at now: Moment) -> [DistantAnswer] {
        giveUp { $0.deadline <= now.instant }
        defer { answers = [] }
        return answers
    }

    /// What to do next.
    ///
    /// A request has as much time as the newest of its questions. Had it the oldest one's, then where questions never cease each request
    /// would be made for one whose time is nearly up, and a server that answers again would be cut off again and again.
    mutating func next(at now: Moment) -> Step {
        // What cannot be answered in time is not sent in vain. A server that was slow once is asked again all the same.
        let least = min(lastTook, settings.deadline / 2)
        giveUp { $0.deadline <= now.instant || !$0.isOut && $0.deadline < now.instant + least }
        guard waiting.contains(where: { !$0.isOut }) else { return .idle }
        if let pausedUntil, now.instant < pausedUntil { return .wait(until: pausedUntil) }
        switch usage.denial(pictures: 1, bytes: 0, limits: settings.limits, at: now.instant, day: now.day) {
        case .until(let instant): return .wait(until: instant)
        case .today(let reason):
            goAway(because: reason, at: now)
            giveUp { !$0.isOut }
            return .idle
        case nil: break
        }
        let left = settings.limits.picturesPerDay - usage.pictures
        let chosen = waiting.indices.filter { !waiting[$0].isOut }.prefix(min(mostPictures, left))
        for index in chosen { waiting[index].isOut = true }
        let deadline = chosen.map { waiting[$0].deadline }.max() ?? now.instant
        sent = now.instant
        return .send(Sheet.told(apart: chosen.map { waiting[$0].sheet }), deadline: deadline)
    }

    /// Counts a request that is ready to be sent. Returns whether it may be; where not, its questions wait on or are answered.
    mutating func maySpend(_ bytes: Int, on sheets: [Sheet], at now: Moment) -> Bool {
        let denial = usage.take(
            pictures: sheets.count, bytes: bytes, limits: settings.limits, at: now.instant, day: now.day)
        switch denial {
        case nil:
            counts.requests += 1
            counts.sent += sheets.count
            counts.bytes += bytes
            return true
        case .until:
            putBack(sheets, countsAsTry: false)
        case .today(let reason):
            goAway(because: reason, at: now)
            giveUp(sheets)
        }
        return false
    }

    /// Nothing was sent of a request that might have been. Its limits stay used: what was counted may be written down.
    mutating func didNotSend(_ bytes: Int, of sheets: [Sheet]) {
        counts.requests -= 1
        counts.sent -= sheets.count
        counts.bytes -= bytes
    }

    /// What a request has come to.
    mutating func took(_ outcome: Result<[ViewReading?], RemoteFault>, of sheets: [Sheet], at now: Moment) {
        switch outcome {
        case .success(let readings):
            (failures, refusals) = (0, 0)
            pausedUntil = nil
            condition = .reads
            if let sent { lastTook = sent.duration(to: now.instant) }
            for (sheet, reading) in zip(sheets, readings) { answer(sheet.ticket, reading) }
        case .failure(.tooLarge) where sheets.count > 1:
            mostPictures = max(1, sheets.count / 2)
            putBack(sheets, countsAsTry: false)
        case .failure(let fault):
            goAway(because: fault.reason, at: now)
            pause(after: fault, at: now)
            putBack(sheets, countsAsTry: true)
            if case .tooLarge = fault { giveUp(sheets) }
            giveUpInVain(at: now)
        }
    }

    // MARK: - Ends

    private mutating func answer(_ ticket: Int, _ reading: ViewReading?) {
        // Its time may have been up before.
        guard let index = waiting.firstIndex(where: { $0.sheet.ticket == ticket }) else {
            if reading != nil { counts.late += 1 }
            return
        }
        waiting.remove(at: index)
        if reading == nil { counts.unanswered += 1 } else { counts.answered += 1 }
        answers.append(DistantAnswer(ticket: ticket, reading: reading))
    }

    private mutating func giveUp(_ isLost: (Waiting) -> Bool) {
        for ticket in waiting.filter(isLost).map(\.sheet.ticket) { answer(ticket, nil) }
    }

    private mutating func giveUp(_ sheets: [Sheet]) {
        for sheet in sheets { answer(sheet.ticket, nil) }
    }

    /// Answers what can no longer be sent in time.
    private mutating func giveUpInVain(at now: Moment) {
        guard let pausedUntil, now.instant < pausedUntil else { return }
        giveUp { !$0.isOut && $0.deadline <= pausedUntil }
    }

    private mutating func putBack(_ sheets: [Sheet], countsAsTry: Bool) {
        let tickets = Set(sheets.map(\.ticket))
        for index in waiting.indices where tickets.contains(waiting[index].sheet.ticket) {
            waiting[index].isOut = false
            waiting[index].failures += countsAsTry ? 1 : 0
        }
        giveUp { $0.failures >= Self.mostTries }
    }

    private mutating func goAway(because reason: String, at now: Moment) {
        if case .away(let since, _) = condition {
            condition = .away(since: since, why: reason)
        } else {
            condition = .away(since: now.instant, why: reason)
        }
    }

    private mutating func pause(after fault: RemoteFault, at now: Moment) {
        func step(_ schedule: [Duration], _ count: Int) -> Duration { schedule[min(count, schedule.count - 1)] }
        let pause: Duration =
            switch fault {
            case .away, .broken: step(Self.backoff, failures)
            case .refused: step(Self.hold, refusals)
            case .busy(_, let after):
                min(Self.longestPause, max(after ?? .zero, max(Self.leastPause, step(Self.backoff, failures))))
            case .tooLarge: .zero
            }
        // A server that starts anew is away first, and may refuse once.
        if case .refused = fault { refusals += 1 } else { failures += 1 }
        pausedUntil = now.instant + pause
    }
}
