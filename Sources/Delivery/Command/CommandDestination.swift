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

    init(_ way: CommandWay, name: String, zone: LocalZone = .current) {
        self.way = way
        self.zone = zone
        most = way.atOnce
        workers = (0..<way.atOnce).map { Worker("\(name) \($0)") }
    }

    func deliver(_ parcels: [Parcel]) async -> Delivered {
        let runs = parcels.map {
            CommandRun(way.program, input: $0.record.told + [0x0A], environment: environment(of: $0))
        }
        let timeout = way.timeout
        // Begun in their order; with more than one at once, they may end in another.
        let endings = await withTaskGroup(of: (Int, CommandRun.Ending).self) { group in
            for (index, (run, worker)) in zip(runs, workers).enumerated() {
                group.addTask { (index, await worker.runStoppable { run.wait(upTo: timeout, isStopped: $0) }) }
            }
            var endings: [Int: CommandRun.Ending] = [:]
            for await (index, ending) in group { endings[index] = ending }
            return endings
        }
        for (index, parcel) in parcels.enumerated() {
            guard let ending = endings[index] else { return Delivered(count: index) }
            if var trouble = trouble(ending) {
                trouble.reason = parcel.cleaned(trouble.reason)
                return Delivered(count: index, trouble: trouble)
            }
        }
        return Delivered(count: parcels.count)
    }

    private func trouble(_ ending: CommandRun.Ending) -> Trouble? {
        switch ending {
        case .exited(0, _): nil
        case .exited(Int32(ExitStatus.badData.rawValue), let said):
            Trouble(.refused, "the program ended with 65: it does not take this record\(said)")
        case .exited(let status, let said): .again("the program ended with \(status)\(said)")
        case .killed(let signal, let said): .again("the program was ended by signal \(signal)\(said)")
        case .overdue: .again("the program was ended: it took longer than \(way.timeout.milliseconds) ms")
        case .stopped: .again("the hub is ending")
        case .notStarted(let reason): .again("the program cannot be started: \(reason)")
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
