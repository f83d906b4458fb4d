import Answers
import Basics
import History
import Records

/// A destination that is a program: the record on its standard input and in its environment, its exit status for an answer.
actor CommandDestination: Destination {
    nonisolated let most: Int

    private let way: CommandWay
    private let workers: [Worker]
    private let zone: LocalZone
    /// Records that have got there and wait for one before them that has not, by their numbers.
    private var ahead: Set<Int64> = []

    init(_ way: CommandWay, name: String, zone: LocalZone = .current) {
        self.way = way
        self.zone = zone
        most = way.atOnce
        workers = (0..<way.atOnce).map { Worker("\(name) \($0)") }
    }

    func watch(_ tell: @escaping Watcher) async {
        await Lookout.watch(tell) { [way] in
            CommandRun.obstacle(to: way.place).map { "\(way.place) cannot be started: \($0)" }
        }
    }

    func deliver(_ parcels: [Parcel]) async -> Delivered {
        let runs = parcels.map {
            CommandRun(way.program, input: $0.record.told + [0x0A], environment: environment(of: $0))
        }
        let timeout = way.timeout
        let isAhead = parcels.map { ahead.contains($0.record.seq) }
        // Begun in their order; with more than one at once, they may end in another.
        let endings = await withTaskGroup(of: (Int, CommandRun.Ending).self) { group in
            var endings: [Int: CommandRun.Ending] = [:]
            for (index, (run, worker)) in zip(runs, workers).enumerated() {
                if isAhead[index] {
                    endings[index] = .exited(0, said: "")
                } else {
                    group.addTask { (index, await worker.runStoppable { run.wait(upTo: timeout, isStopped: $0) }) }
                }
            }
            for await (index, ending) in group { endings[index] = ending }
            return endings
        }
        let arrived = parcels.indices.filter { Self.isWell(endings[$0]) }
        let count = parcels.indices.first { !arrived.contains($0) } ?? parcels.count
        // They come again with the one before them, and have had their run.
        ahead = Set(arrived.filter { $0 > count }.map { parcels[$0].record.seq })
        guard count < parcels.count, let ending = endings[count], var trouble = self.trouble(ending) else {
            return Delivered(count: count)
        }
        trouble.reason = parcels[count].cleaned(trouble.reason)
        return Delivered(count: count, trouble: trouble)
    }

    private static func isWell(_ ending: CommandRun.Ending?) -> Bool {
        if case .exited(0, _)? = ending { return true }
        return false
    }

    private func trouble(_ ending: CommandRun.Ending) -> Trouble? {
        switch ending {
        case .exited(0, _): nil
        case .exited(let status, let said):
            Trouble(
                .program(status: status),
                "the program ended with \(status)"
                    + (DeliveryFault.program(status: status).isOfRecord ? ": it does not take this record" : "") + said)
        case .killed(let signal, let said): .again("the program was ended by signal \(signal)\(said)")
        case .overdue: .again("the program was ended: it took longer than \(way.timeout.milliseconds) ms")
        case .stopped: .again("the hub is ending")
        case .notStarted(let code):
            Trouble(
                .start(code),
                DeliveryFault.start(code).isOfRecord
                    ? "the program cannot be started with so long a record: \(CommandRun.text(of: code))"
                    : "\(way.place) cannot be started: \(CommandRun.text(of: code))")
        }
    }

    /// Nothing of the hub's own environment but the zone: what is secret there stays there.
    private func environment(of parcel: Parcel) -> [String: String] {
        var environment = ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"]
        environment["TZ"] = CommandRun.variable("TZ")
        let values = TemplateValues(parcel, way: WebhookWay(), picture: nil, zone: zone)
        for name in TemplateValues.names where !Self.left.contains(name) {
            environment["PLATED_\(name.uppercased())"] = values[name[...]]
        }
        environment["PLATED_PICTURE"] = parcel.picturePath(way.picture)
        return environment
    }

    /// What is on standard input, or belongs to requests.
    private static let left: Set = ["json", "link", "picture_link", "picture_base64"]
}
