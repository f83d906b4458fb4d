import Answers
import History
import Records

/// What forgetting a plate comes to: what is known of it before anything is done.
struct ForgetPlan {
    /// Events of the history.
    var events = 0
    /// Which they are.
    var ids: [(camera: String, id: String)] = []
    var pictures: [EventPicture] = []
    /// By log.
    var finds: [(log: String, find: LogForgetting.Find)] = []

    /// Matches of the history that it stands in.
    var matches = 0
    /// Records of sessions in the history, and what is kept of open ones.
    var sessions = 0

    /// Lines of the history about doors that it stands in.
    var openings = 0

    /// Corrections of the console that it stands in.
    var corrections = 0
    /// What was read where somebody says that it was this plate. Those events are of the texts that were read.
    var readings: [String] = []

    /// Of the ledgers of misses and of shadows: a file's path, and how many lines.
    var missed: [(ledger: MissedForgetting, path: String, lines: Int)] = []

    var isEmpty: Bool {
        events == 0 && matches == 0 && sessions == 0 && openings == 0 && corrections == 0 && finds.isEmpty
            && missed.isEmpty
    }

    var text: String {
        var lines = ["\(events) plates in the history, with \(pictures.count) pictures"]
        if matches > 0 { lines.append("\(matches) matches of lists in the history") }
        if sessions > 0 { lines.append("\(sessions) records of sessions in the history and among the open ones") }
        if openings > 0 { lines.append("\(openings) lines about doors in the history") }
        if corrections > 0 { lines.append("\(corrections) corrections in the console") }
        for (_, find) in finds {
            let lead = "\(find.lines) lines in \(find.path)"
            lines.append(find.isLog ? "\(lead), which is rotated first, since its scanner appends to it" : lead)
        }
        lines += missed.map {
            "\($0.lines) lines in \($0.path), with their \($0.ledger.kind == .shadow ? "reports" : "pictures")"
        }
        return lines.map { "  \($0)\n" }.joined()
    }

    /// What stays, and is perhaps of the same vehicle.
    var advice: String {
        readings.map {
            "Somebody corrected \($0) to this plate. The plates that were read as \($0) stay, also those of this vehicle: plated-hub forget \($0)\n"
        }.joined()
    }
}
