import Basics
import Foundation
import Logging
import Proof
import Records

/// What was played.
struct Played: Sendable {
    var events = 0
    /// By how much an event was written later than it was due, at most.
    var late = Duration.zero
}

/// Some sites' cameras, whose events one thread writes.
final class Player {
    /// Room in each camera's spool: nothing is to wait there.
    private static let reserve = 4096
    private static let nap = Duration.milliseconds(200)

    private let course: Course
    private var drawing: Drawing
    private var traffic: Traffic
    private let ids = EventIDs()
    private let clock: PlayedClock
    private let pictured: Double
    /// Each with where its pictures go; nil where none is written.
    private let logs: [(camera: String, log: EventLog, pictures: PlayedPictures?)]

    /// - Parameters:
    ///   - sites: their folders.
    ///   - share: of all events.
    ///   - pictures: the share of events whose pictures are written; the others name none then.
    init(
        sites: [String], cameras: Int, share: Double, course: Course, drawing: Drawing, pictures: Double = 0
    ) throws {
        self.course = course
        self.drawing = drawing
        let clock = PlayedClock(course.moment(0, writtenAt: .now))
        self.clock = clock
        var talk = Logger(label: "fleet") { StreamLogHandler.standardError(label: $0) }
        talk.logLevel = .warning
        var logs: [(String, EventLog, PlayedPictures?)] = []
        for site in sites {
            do {
                try FileManager.default.createDirectory(atPath: site + "/logs", withIntermediateDirectories: true)
            } catch {
                throw Failure(
                    .inputOutput, while: "making the folder \(site)/logs", because: error.localizedDescription,
                    remedy: "Name a folder in which this user may write.")
            }
            let key: SealKey =
                switch try KeyFile(path: site + "/key.pem").readOrMake() {
                case .there(let key), .made(let key): key
                }
            for number in 0..<cameras {
                let path = "\(site)/logs/c\(number).ndjson"
                var settings = EventLog.Settings(path: path, spool: path + ".spool", camera: "c\(number)")
                settings.reserve = Self.reserve
                let log = try EventLog(settings, sealer: key, ids: ids, log: talk, now: { clock.moment })
                logs.append((settings.camera, log, pictures > 0 ? PlayedPictures(folder: site + "/state") : nil))
            }
        }
        self.logs = logs
        pictured = pictures
        traffic = Traffic(cameras: logs.count, rate: course.rate * share, course: course, random: self.drawing.split())
    }

    func play(until stop: StopSignal) throws -> Played {
        var played = Played()
        while let (time, camera) = traffic.next(), !stop.hasCome {
            if let due = course.due(time) {
                while ContinuousClock.now < due, !stop.hasCome {
                    let left = ContinuousClock.now.duration(to: due)
                    Thread.sleep(forTimeInterval: Double(min(left, Self.nap).components.attoseconds) / 1e18)
                }
                played.late = max(played.late, due.duration(to: .now))
            }
            clock.moment = course.moment(time, writtenAt: .now)
            let wall = clock.moment.wall
            let (name, log, pictures) = logs[camera]
            var event = drawing.event(of: name, id: ids.next(at: wall), at: wall)
            let isPictured = Int(Double(played.events + 1) * pictured) > Int(Double(played.events) * pictured)
            if let pictures, isPictured { try pictures.write(&event) } else if pictures != nil { event.evidence = nil }
            try log.record(event)
            played.events += 1
        }
        for (_, log, _) in logs { try log.close() }
        return played
    }
}

/// What the logs take for the time.
private final class PlayedClock {
    var moment: Moment

    init(_ moment: Moment) { self.moment = moment }
}
