import ArgumentParser
import Service

/// The program: one subcommand for keeping what all cameras log, and one for each question about it.
@main
struct PlatedHub: ParsableCommand {
    static let number = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "plated-hub",
        abstract: "Keeps what all cameras of this machine log, and finds every plate again.",
        discussion: """
            As a service:            systemctl enable --now plated-hub   (reads /etc/plated/hub.yaml, where there is one)
            Was it here?             plated-hub search 'AB1*' --from "yesterday 14:00"
            With its pictures:       plated-hub show ID
            All of one plate:        plated-hub export --plate AB12CDE --output ab12cde.zip
            Take it out again:       plated-hub forget -
            Lists of plates:         plated-hub list add staff AB12CDE --kind allow
            Sites of a centre:       plated-hub site add NAME, and at the site: plated-hub join ADDRESS TOKEN
            In a browser:            plated-hub user add NAME --role admin, then http://127.0.0.1:8480

            Answers go to standard output, talk to standard error. Times are those of the user's zone, printed with their offset.
            Exit codes: 0 done, 1 nothing found (search, show, export, doors, list check, list remove), 64 usage, 65 bad data, 66 no input,
            69 the server of the history is away, 74 input/output error, 75 another process is at it, 78 configuration.
            """,
        version: "plated-hub \(number)",
        subcommands: [
            RunCommand.self, SearchCommand.self, ShowCommand.self, StatsCommand.self, GapsCommand.self,
            SessionsCommand.self, DoorsCommand.self, ExportCommand.self, ForgetCommand.self, ListCommand.self,
            UserCommand.self, TokenCommand.self, StatusCommand.self,
            RebuildCommand.self, SiteCommand.self, JoinCommand.self,
            CheckCommand.self, ApplySettingsCommand.self,
        ])

    static func main() async {
        StandardOutput.takeClosedPlaces()
        do {
            var command = try begin()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error)
        }
    }
}
