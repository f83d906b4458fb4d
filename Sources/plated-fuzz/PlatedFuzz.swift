import ArgumentParser
import Foundation

@main
struct PlatedFuzz: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plated-fuzz",
        abstract: "Feed mutated texts and streams to everything in plated that reads what others wrote.",
        discussion: "Prints figures for every target; exits with 1 where one crashed, hung or broke a promise.",
        subcommands: [Texts.self, Streams.self, Replay.self, Work.self])
}

/// What both campaigns take.
struct CampaignOptions: ParsableArguments {
    @Option(help: "Inputs, over all targets.")
    var count = 1000

    @Option(help: "The same seed makes the same inputs.")
    var seed: UInt64 = 1

    @Option(help: "Longest time for one input, in seconds.")
    var limit = 20

    @Option(help: "Stop after so many minutes.")
    var minutes: Double?

    @Option(help: "Of those minutes, this part.")
    var part = 1.0

    @Option(help: "Processes at a time.")
    var jobs = 2

    @Option(help: "Folder for inputs that were trouble.")
    var folder = "fuzz"

    func run(_ targets: [(target: FuzzTarget, arguments: [String], share: Int)]) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let shares = targets.map(\.share).reduce(0, +)
        var failures = 0
        var (inputs, seconds) = (0, 0.0)
        say("target                      inputs  seconds   slowest  peak MB  crashes  hangs")
        for (target, arguments, share) in targets {
            let result = try Campaign(
                target: target, arguments: ["work"] + arguments,
                settings: .init(
                    count: (count * share + shares - 1) / shares, seed: seed, limit: .seconds(limit),
                    length: minutes.map { .seconds($0 * 60 * part * Double(share) / Double(shares)) }, jobs: jobs,
                    folder: folder)
            ).run()
            say(row(target.name, result))
            failures += result.crashes + result.hangs
            inputs += result.inputs
            seconds += result.seconds
        }
        say("\(inputs) inputs in \(Int(seconds)) s, \(failures) crashes and hangs")
        if failures > 0 { throw ExitCode(1) }
    }

    private func row(_ name: String, _ result: Campaign.Result) -> String {
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        return name + String(repeating: " ", count: max(1, 24 - name.count)) + right("\(result.inputs)", 10)
            + right("\(Int(result.seconds))", 9) + right("\(result.slowest.milliseconds) ms", 10)
            + right("\(result.residentKilobytes / 1024)", 9) + right("\(result.crashes)", 9)
            + right("\(result.hangs)", 7)
    }
}

struct Texts: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Configurations, formats, patterns, addresses, manifests, event lines, lists, descriptions and catalogues of nets."
    )

    @OptionGroup var options: CampaignOptions

    @Option(help: "Only this target.")
    var target: String?

    func run() throws {
        let targets = TextTargets.all.filter { target == nil || $0.name == target }
        if targets.isEmpty {
            throw ValidationError("--target is one of \(TextTargets.all.map(\.name).joined(separator: ", "))")
        }
        try options.run(targets.map { ($0, ["--target", $0.name], 1) })
    }
}

struct Streams: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Recordings and RTP sessions, decoded and searched for plates.",
        discussion: "Seeds with the ending .rtp are sessions: an SDP, a zero byte, and interleaved packets.")

    @OptionGroup var options: CampaignOptions

    @Argument(help: "Good streams to start from; each is a target.")
    var seeds: [String]

    func run() throws {
        try options.run(seeds.map { (try StreamTarget.make(seed: $0), ["--stream", $0], 1) })
    }
}

struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take inputs that were kept, in this process.")

    @OptionGroup var choice: TargetChoice

    @Argument var files: [String]

    func run() throws {
        let target = try choice.make()
        for file in files {
            target.run(Array(try Data(contentsOf: URL(fileURLWithPath: file))))
            say("\(file): well")
        }
    }
}

/// Started by a campaign.
struct Work: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take inputs for a campaign.", shouldDisplay: false)

    @OptionGroup var choice: TargetChoice
    @Option var first: Int
    @Option var end: Int
    @Option var step: Int
    @Option var seed: UInt64
    @Option var ledger: String

    func run() throws {
        let target = try choice.make()
        let mutator = Mutator(
            seeds: target.seeds, dictionary: target.dictionary, limit: target.limit, seed: seed)
        Worker(target: target, mutator: mutator, ledger: try Ledger(path: ledger, limit: target.limit))
            .work(from: first, to: end, step: step)
    }
}

struct TargetChoice: ParsableArguments {
    @Option(help: "A target of texts.")
    var target: String?

    @Option(help: "A stream's file.")
    var stream: String?

    func make() throws -> FuzzTarget {
        if let stream { return try StreamTarget.make(seed: stream) }
        guard let found = TextTargets.all.first(where: { $0.name == target }) else {
            throw ValidationError("targets are \(TextTargets.all.map(\.name).joined(separator: ", "))")
        }
        return found
    }
}

/// Writes a line to standard output at once: a pipe's reader sees figures as they come.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
