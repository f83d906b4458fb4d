import Basics
import Logging
import Records

/// Keeps the limits of folders that a camera writes to no more, since somebody switched pictures or misses off: what is too old or too much
/// goes all the same. Lives on the OCR queue.
public struct Leftovers {
    /// The folders to which nothing is written, and what may be kept in them; nil of one that is written to, and of one that is not there.
    public struct Settings: Sendable {
        public var evidence: (folder: String, limits: EvidenceLimits)?
        public var missed: (folder: String, days: Int, bytes: Int)?

        public init(
            evidence: (folder: String, limits: EvidenceLimits)? = nil,
            missed: (folder: String, days: Int, bytes: Int)? = nil
        ) {
            self.evidence = evidence
            self.missed = missed
        }
    }

    private var evidence: (folder: EvidenceFolder, retention: EvidenceRetention)?
    private var missed: (folder: MissedFolder, retention: MissedRetention)?

    /// - Parameters:
    ///   - trust: in the clock that says what is too old.
    ///   - log: hears of what cannot be removed.
    public init(_ settings: Settings, trust: ClockTrust, log: Logger? = nil) {
        if let place = settings.evidence,
            let folder = Self.own({ () throws(Failure) in try EvidenceFolder(path: place.folder) })
        {
            evidence = (folder, EvidenceRetention(place.limits, trust: trust, log: log))
        }
        if let place = settings.missed,
            let folder = Self.own({ () throws(Failure) in try MissedFolder(path: place.folder) })
        {
            missed = (folder, MissedRetention(days: place.days, bytes: place.bytes, trust: trust, log: log))
        }
    }

    /// Nil where another scanner has it, which takes away what is too old there.
    private static func own<Folder>(_ folder: () throws(Failure) -> Folder) -> Folder? {
        do throws(Failure) { return try folder() } catch { return nil }
    }

    /// Takes away some of it. Called often; takes a millisecond at most.
    mutating func tend(now: Moment) {
        if let folder = evidence?.folder { _ = evidence?.retention.tend(folder, now: now) }
        if let folder = missed?.folder { missed?.retention.tend(folder, now: now) }
    }
}
