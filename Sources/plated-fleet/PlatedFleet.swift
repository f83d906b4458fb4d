import ArgumentParser
import Basics
import Foundation
import Logging
import Records
import Synchronization

/// A tool of the tests, not installed: plays the scanners of many sites, which write what they would have read.
@main
struct PlatedFleet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plated-fleet",
        abstract: "Write the logs of many sites' cameras, with drawn traffic in them, for scripts/test-fleet.",
        discussion: """
            The cameras cN of siteN log to FOLDER/siteN/logs/cN.ndjson, through the scanner's own log: each line is on disk, chained, and
            sealed with the site's key, FOLDER/siteN/key.pem, which is made where there is none. At the end, which SIGTERM brings about
            earlier, it says as JSON how many events there were, and by how much it was late at most.
            """)

    @Argument(help: "The folder of the sites.") var folder: String
    @Option(help: "How many sites.") var sites = 1
    @Option(help: "Number of the first site.") var first = 0
    @Option(help: "Cameras of each site.") var cameras = 50
    @Option(help: "Events a second, of all sites together.") var rate = 10.0
    @Option(help: "For how long, in seconds.") var seconds = 60.0
    @Option(help: "How much faster than in life time goes by: what is written ends now, and began earlier.") var speed =
        1.0
    @Option(help: "Write so many hours that lie behind us instead, as fast as that goes; rate is of their seconds.")
    var past = 0.0
    @Option(help: "Threads that write; each waits for the disk by itself.") var threads = 8
    @Option(help: "What is drawn follows from it.") var seed: UInt64 = 1
    @Flag(help: "Name pictures in the events, as a scanner that keeps them does.") var evidence = false
    @Option(help: "Name pictures in that share of the events, and write them to FOLDER/siteN/state/cN/evidence.")
    var pictures = 0.0

    func validate() throws {
        let wholes = [
            ("sites", sites, 1...10_000), ("first", first, 0...10_000), ("cameras", cameras, 1...10_000),
            ("threads", threads, 1...1000),
        ]
        for (name, value, range) in wholes where !range.contains(value) {
            throw ValidationError("--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        let numbers = [("rate", rate, 100_000.0), ("seconds", seconds, 31_622_400), ("speed", speed, 10_000)]
        for (name, value, most) in numbers where !(value > 0 && value <= most) {
            throw ValidationError("--\(name) takes a number above 0, \(Int(most)) at most")
        }
        guard 0...87_840 ~= past else { throw ValidationError("--past takes hours, from 0 to 87840: ten years") }
        guard 0...1 ~= pictures else { throw ValidationError("--pictures is a share, from 0 to 1") }
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let stop = StopSignal()
        let course = Course(rate: rate, seconds: seconds, speed: speed, past: past)
        let threads = min(threads, sites)
        let told = Mutex<[Result<Played, any Error>]>([])
        let ended = DispatchSemaphore(value: 0)
        for thread in 0..<threads {
            let own = stride(from: first + thread, to: first + sites, by: threads).map { "\(folder)/site\($0)" }
            // Queues would have no more threads than there are cores.
            Thread.detachNewThread { [self] in
                let result = Result { try play(own, share: 1 / Double(threads), thread: thread, course, until: stop) }
                told.withLock { $0.append(result) }
                ended.signal()
            }
        }
        for _ in 0..<threads { ended.wait() }
        let played = try told.withLock { try $0.map { try $0.get() } }
        let events = played.reduce(0) { $0 + $1.events }
        let late = played.map(\.late).max() ?? .zero
        print(#"{"events":\#(events),"late_s":\#(Double(late.milliseconds) / 1000)}"#)
    }

    private func play(
        _ sites: [String], share: Double, thread: Int, _ course: Course, until stop: StopSignal
    ) throws -> Played {
        let drawing = Drawing(seed: seed &* 1_000_003 &+ UInt64(first + thread), evidence: evidence || pictures > 0)
        let player = try Player(
            sites: sites, cameras: cameras, share: share, course: course, drawing: drawing, pictures: pictures)
        return try player.play(until: stop)
    }
}
