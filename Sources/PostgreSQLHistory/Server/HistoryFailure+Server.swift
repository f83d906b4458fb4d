import History

extension HistoryFailure {
    /// What a server says, in our words.
    init(_ action: String, place: String, _ error: any Error) {
        if let failure = error as? HistoryFailure {
            self = failure
            return
        }
        guard let fault = error as? ServerFault else {
            self.init(action, reason: "\(error)", cause: .other)
            return
        }
        let said = action.contains(place) ? fault.message : "\(place): \(fault.message)"
        switch (fault.state.map { String($0.prefix(2)) }, fault.state) {
        case (_, "25006"):
            self.init(
                action, reason: said,
                remedy:
                    "It is a standby, or set to be read alone: name all servers in the address (docs/hub.md). The logs keep what is new until then.",
                cause: .away)
        case (nil, _), ("08", _), ("28", _), ("3D", _), (_, "57P01"), (_, "57P02"), (_, "57P03"), (_, "53300"):
            self.init(
                action, reason: said,
                remedy: fault.isOfRoot
                    ? "Root is not let in by its own name: let it ask as the role, too (pg_ident.conf, docs/hub.md)."
                    : "Look whether the server runs and lets this user in (docs/hub.md). The logs keep what is new until then.",
                cause: .away)
        case (_, "53100"), (_, "53200"), ("58", _):
            self.init(
                action, reason: said,
                remedy: "Make room on the server's disk, or mend it. The logs keep what is new until then.",
                cause: .disk)
        case (_, "55P03"), ("40", _):
            self.init(
                action, reason: said, remedy: "Something else holds the database's tables: try again.", cause: .busy)
        case ("XX", "XX001"), ("XX", "XX002"):
            self.init(
                action, reason: said,
                remedy: "Put a backup of the database back, or make it anew from the logs: `plated-hub rebuild`.",
                cause: .damaged)
        case (_, "42501"):
            self.init(
                action, reason: said, remedy: "Its owner, or a role with all rights to its tables, has to ask.",
                cause: .missing)
        case (_, "42P01"), (_, "3F000"):
            self.init(
                action, reason: said, remedy: "Its tables are not there: start plated-hub once, which makes them.",
                cause: .missing)
        default: self.init(action, reason: said, cause: .other)
        }
    }

    /// What a server stores is not what this program stored.
    static func damage(_ action: String, place: String, _ reason: String) -> HistoryFailure {
        HistoryFailure(
            action, reason: "\(place) is damaged (\(reason))",
            remedy: "Put a backup of the database back, or make it anew from the logs: `plated-hub rebuild`.",
            cause: .damaged)
    }
}

extension ServerFault {
    /// Whether root was not let in by its name, as behind sudo.
    fileprivate var isOfRoot: Bool { isGone && message.contains("\"root\"") }
}
