import ArgumentParser
import Basics
import Console
import Delivery
import History
import Records
import Rules
import Service

struct ForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Take all of one plate out of the history, the pictures and the logs.",
        discussion: """
            Says what it would do; with --yes it does it. In the logs, each line of the plate becomes a plated.forgotten/1 that keeps the
            line's hash: plated verify still proves that nothing else was changed, and says how many lines were forgotten. A log that a
            scanner writes is rotated first. Scanners and hub go on meanwhile. Run it as root: the logs belong to the scanners.
            What cannot be done is told, the rest is done all the same, and the command is run again.

            An argument is seen by all while the command runs, and stays in sudo's log and in the shell's history. With - in its place the
            plate is a line of standard input.

            It does not reach backups, exports, copies of the history, spools of a scanner, files that were put aside as damaged, the
            record of look-ups, lists (it says on which the plate stands), what destinations have got already, and what others wrote
            down of a plate that was an argument.
            """)

    @Argument(help: .init("The plate; - for a line of standard input.", valueName: "text"))
    var plate: String

    @Flag(help: "Do it.")
    var yes = false

    @Option(
        help: .init(
            "The key that seals the logs: it signs what takes a line's place. By default this machine's, where it may be read.",
            valueName: "file"))
    var key: String?

    @OptionGroup var lookup: LookupOptions

    func validate() throws {
        if plate == TypedPlate.mark { return }
        if let problem = ForgottenPlate.problem(of: plate) { throw ValidationError(problem) }
    }

    func run() async throws {
        let typed = try plate == TypedPlate.mark ? TypedPlate.line() : plate
        let settings = try lookup.settings()
        let sealer = try SealingKey.read(named: key)
        let history = try await lookup.open(settings, for: Self.self, writes: true)
        var place = settings
        place.history.path = lookup.history ?? settings.history.path
        let accounts = try AccountFile.there(place.accountFile(in: .current))
        let delivery = try DeliveryFile.there(place.deliveryFile(in: .current))
        let sessions = try SessionFile.there(place.sessionFile(in: .current))
        let meant = ForgottenPlate.meant(by: typed)
        var found: (plate: ForgottenPlate, forgetting: Forgetting, plan: ForgetPlan)?
        // The text as it was typed, and where there is nothing of that, as scanners write it.
        for plate in meant where found?.plan.findsNothing ?? true {
            let forgetting = Forgetting(
                plate, settings: place, history: history, accounts: accounts, delivery: delivery, sessions: sessions,
                sealer: sealer)
            let plan = try await forgetting.plan()
            if found == nil || !plan.findsNothing { found = (plate, forgetting, plan) }
        }
        guard let (plate, forgetting, plan) = found else { preconditionFailure("a plate that is none was refused") }
        let listed =
            (plate.text == meant.first?.text ? "" : "Scanners write it \(plate.text).\n") + plan.advice
            + Self.lists(with: plate, settings)
            + SealingKey.advice(on: plan.finds.map(\.find), with: sealer)
            + (settings.forgettingAtCentre.map { $0 + "\n" } ?? "")
        let nothing = "There is nothing of this plate in the history and the logs.\n"
        guard yes || !plan.isEmpty else { return try StandardOutput.write(nothing + listed) }
        guard yes else {
            try StandardOutput.write(
                "This would be forgotten:\n\(plan.text)Nothing was changed. To do it: --yes\n\(listed)")
            return
        }
        if !plan.isEmpty { try StandardOutput.write("Forgetting:\n\(plan.text)") }
        let missesPictures = !plan.absent.isEmpty
        let rest = try await forgetting.run(plan)
        guard rest.isEmpty else {
            throw Failure(
                .temporary, while: "forgetting a plate",
                because: "something of it came or stayed meanwhile:\n\(rest.text)",
                remedy: "Run it again.")
        }
        if let file = rest.unemptied {
            try StandardOutput.write(listed)
            throw Failure(
                .temporary, while: "forgetting a plate",
                because: """
                    nothing of it is left in the history and the logs, but another program kept the history open: \
                    old pages, which have the plate, are overwritten once \(file) is emptied
                    """,
                remedy: "Run it again when no other program reads the history for long.")
        }
        if plan.isEmpty { return try StandardOutput.write(nothing + listed) }
        try StandardOutput.write(
            missesPictures
                ? "Nothing of this plate is left in the history and the logs; of its pictures those are gone that were found.\n\(listed)"
                : "Nothing of this plate is left in the history, its pictures and the logs.\n\(listed)")
    }

    /// Where it stands on purpose.
    private static func lists(with plate: ForgottenPlate, _ settings: HubConfiguration) -> String {
        settings.listFolder(in: .current).contents().lists
            .filter { $0.entries.contains { ForgottenPlate($0.plate)?.text == plate.text } }
            .map {
                "It stands on the list \($0.name), and stays there: plated-hub list remove \($0.name) \(plate.text)\n"
            }.joined()
    }
}
