/// Decides what to say of something that fails again and again: at once, at most once a minute while it lasts, and when it is over.
struct FailureTalk {
    typealias Instant = ContinuousClock.Instant

    /// Between two sentences while it lasts.
    static let interval = Duration.seconds(60)
    /// It is over when nothing has failed for so long: one success between two failures ends nothing.
    static let calm = Duration.seconds(10)

    /// What fails, for `2 frames could not be read`.
    private let subject: String
    private let verb: String
    private var began: Instant?
    private var lastFailure: Instant
    private var lastSaid: Instant
    /// Failures since it began, and those of them that were not said yet.
    private var count = 0
    private var unsaid = 0

    /// - Parameters:
    ///   - subject: one of it, such as `frame`.
    ///   - verb: what could not be done with it, such as `analysed`.
    init(of subject: String, verb: String, at now: Instant) {
        self.subject = subject
        self.verb = verb
        lastFailure = now
        lastSaid = now
    }

    /// It has failed. Returns what to say, where it is time to say it.
    mutating func failed(because reason: String, at now: Instant) -> String? {
        lastFailure = now
        count += 1
        guard began != nil else {
            began = now
            lastSaid = now
            return "a \(subject) could not be \(verb): \(reason)"
        }
        unsaid += 1
        guard lastSaid.duration(to: now) >= Self.interval else { return nil }
        defer { unsaid = 0 }
        lastSaid = now
        return "\(unsaid) more \(subject)s could not be \(verb): \(reason)"
    }

    /// It has succeeded. Returns what to say, where that ends the failures.
    mutating func succeeded(at now: Instant) -> String? {
        guard let began, lastFailure.duration(to: now) >= Self.calm else { return nil }
        let what = count == 1 ? "one \(subject) could not be" : "\(count) \(subject)s could not be, in"
        let time = count == 1 ? "" : " \(began.duration(to: lastFailure).rounded)"
        self.began = nil
        count = 0
        unsaid = 0
        return "\(subject)s are \(verb) again; \(what)\(time)"
    }
}
