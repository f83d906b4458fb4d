import Basics
import Settings

#if canImport(Glibc)
    import Glibc
#endif

/// A program that is run for each record, without a shell.
struct CommandWay: Way {
    static var type: String { "command" }

    /// Its path and its arguments.
    var program: [String] = []
    var picture = PictureChoice.none
    var timeout = Duration.seconds(10)
    /// How many run at the same time.
    var atOnce = 1

    var place: String { program.first ?? "" }

    var lines: [String] { lines(Self.keys) }

    mutating func read(_ reader: MappingReader) {
        read(Self.keys, from: reader)
        guard let path = program.first else {
            return reader.problem("program", "is missing: a list of the program's path and its arguments")
        }
        if !path.hasPrefix("/") {
            reader.problem(
                "program", "begins with \(path), which is no whole path: there is no shell that would look for it")
        }
    }

    func open(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination {
        if let obstacle = CommandRun.obstacle(to: place) {
            throw Failure(
                .configuration, while: "opening the destination \(settings.name) (program)",
                because: "\(place): \(obstacle)",
                remedy: "It has to be there, and the hub's user has to be allowed to run it.")
        }
        return CommandDestination(self, name: settings.name)
    }

    private static var keys: [WayKey<CommandWay>] {
        [
            .list("program", \.program),
            .choice("picture", \.picture),
            .milliseconds("timeout_ms", in: 100...300_000, \.timeout),
            .integer("at_once", in: 1...16, \.atOnce),
        ]
    }
}
