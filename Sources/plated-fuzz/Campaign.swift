import Foundation

/// Runs a target's inputs in processes of their own, watches them, and keeps what they died of or hung on.
final class Campaign {
    struct Settings {
        var count: Int
        var seed: UInt64
        /// Longest time for one input.
        var limit: Duration
        /// No new input after this long; nil for no such limit.
        var length: Duration?
        var jobs: Int
        /// Where inputs that were trouble go.
        var folder: String
    }

    struct Result {
        var inputs = 0
        var seconds = 0.0
        var crashes = 0
        var hangs = 0
        var slowest = (number: 0, milliseconds: 0)
        var residentKilobytes = 0
    }

    private let target: FuzzTarget
    private let settings: Settings
    /// How a worker is asked for: the program's own arguments for the target.
    private let arguments: [String]
    private var result = Result()

    init(target: FuzzTarget, arguments: [String], settings: Settings) {
        self.target = target
        self.arguments = arguments
        self.settings = settings
    }

    func run() throws -> Result {
        let began = ContinuousClock.now
        var jobs: [Job] = []
        for number in 0..<settings.jobs {
            let job = try Job(number: number, folder: settings.folder, limit: target.limit)
            try start(job, from: number)
            jobs.append(job)
        }
        while jobs.contains(where: { $0.process != nil }) {
            usleep(10_000)
            let isOver = settings.length.map { began.duration(to: .now) > $0 } ?? false
            for job in jobs { try look(at: job, isOver: isOver) }
        }
        for job in jobs {
            result.inputs += job.ledger.done
            if job.ledger.slowest.milliseconds > result.slowest.milliseconds { result.slowest = job.ledger.slowest }
            result.residentKilobytes = max(result.residentKilobytes, job.ledger.residentKilobytes)
            job.cleanUp()
        }
        let (seconds, attoseconds) = began.duration(to: .now).components
        result.seconds = Double(seconds) + Double(attoseconds) * 1e-18
        return result
    }

    private func look(at job: Job, isOver: Bool) throws {
        guard let process = job.process else { return }
        let number = job.ledger.number
        if !process.isRunning {
            job.process = nil
            guard number < settings.count else { return }
            result.crashes += 1
            try keep(job, as: "crash", why: "ended with \(process.terminationStatus)")
            try start(job, from: number + settings.jobs)
        } else if number != job.watched {
            job.watched = number
            job.since = .now
            if isOver { end(job, process) }
        } else if job.since.duration(to: .now) > settings.limit {
            end(job, process)
            result.hangs += 1
            try keep(job, as: "hang", why: "took longer than \(settings.limit)")
            try start(job, from: number + settings.jobs)
        }
    }

    private func end(_ job: Job, _ process: Process) {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        job.process = nil
    }

    private func start(_ job: Job, from first: Int) throws {
        guard first < settings.count else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments =
            arguments + [
                "--first", "\(first)", "--end", "\(settings.count)", "--step", "\(settings.jobs)", "--seed",
                "\(settings.seed)", "--ledger", job.ledgerPath,
            ]
        var environment = ProcessInfo.processInfo.environment
        // Swift's own report of a crash can take forever in a sanitised process; the sanitiser's says as much.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try job.emptyLog()
        job.ledger.number = first
        job.watched = first
        job.since = .now
        try process.run()
        job.process = process
    }

    /// Saves the input and what the worker said last.
    private func keep(_ job: Job, as kind: String, why: String) throws {
        let name = "\(settings.folder)/\(kind)-\(target.name)-\(settings.seed)-\(job.ledger.number)"
        try Data(job.ledger.input).write(to: URL(fileURLWithPath: name))
        let said = (try? String(contentsOfFile: job.logPath, encoding: .utf8)) ?? ""
        let lines = said.split(separator: "\n").filter { line in
            ["Fatal error", "ERROR: ", "    #"].contains { line.contains($0) }
        }
        try Data(said.utf8).write(to: URL(fileURLWithPath: name + ".log"))
        say("\(kind)  \(target.name) input \(job.ledger.number) \(why): \(name)")
        for line in lines.prefix(8) { say("    \(line.prefix(200))") }
    }
}

/// One worker at a time, and what it shares with us.
private final class Job {
    let ledgerPath: String
    let logPath: String
    let ledger: Ledger
    var process: Process?
    /// The input that was seen last, and since when.
    var watched = 0
    var since = ContinuousClock.now

    init(number: Int, folder: String, limit: Int) throws {
        ledgerPath = "\(folder)/ledger-\(getpid())-\(number)"
        logPath = ledgerPath + ".log"
        ledger = try Ledger(path: ledgerPath, limit: limit)
    }

    func emptyLog() throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: logPath))
        return try FileHandle(forWritingTo: URL(fileURLWithPath: logPath))
    }

    func cleanUp() {
        unlink(ledgerPath)
        unlink(logPath)
    }
}
