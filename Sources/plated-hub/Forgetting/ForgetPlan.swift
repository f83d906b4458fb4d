import Answers
import Basics
import History
import Records

/// What forgetting a plate comes to: what is known of it before anything is done.
struct ForgetPlan {
    /// Events of the history.
    var events = 0
    /// Which they are.
    var ids: [(camera: String, id: String)] = []
    var pictures: [EventPicture] = []
    /// Of events that stand in the logs alone.
    var loggedPictures: [EventPicture] = []
    /// Of all these, how many of this machine's cameras are not where they were looked for, by folder.
    var absent: [String: Int] = [:]
    /// By log.
    var finds: [(log: String, find: LogForgetting.Find)] = []

    /// Matches of the history that it stands in.
    var matches = 0
    /// Records of sessions in the history, and what is kept of open ones.
    var sessions = 0

    /// Events of other plates in the history that were read as it, too, before they were settled.
    var votes = 0

    /// Lines of the history about doors that it stands in.
    var openings = 0

    /// Corrections of the console that it stands in.
    var corrections = 0
    /// What was read where somebody says that it was this plate. Those events are of the texts that were read.
    var readings: [String] = []

    /// Why files of logs and ledgers cannot be read: whether it stands in these is not known.
    var unread: [Failure] = []

    /// By ledger of misses: a file's path, and how many lines.
    var missed: [(ledger: MissedForgetting, path: String, lines: Int)] = []

    /// Once it is done: the file of the history that still has old pages of it; nil where there is none.
    var unemptied: String?

    var isEmpty: Bool { findsNothing && unread.isEmpty }

    /// Whether nothing is known of the plate, whatever else may stand in files that cannot be read.
    var findsNothing: Bool {
        events == 0 && votes == 0 && matches == 0 && sessions == 0 && openings == 0 && corrections == 0 && finds.isEmpty
            && missed.isEmpty
    }

    var text: String {
        var lines = ["\(events) plates in the history, with \(pictures.count) pictures"]
        if !loggedPictures.isEmpty {
            lines.append("\(loggedPictures.count) pictures of plates that only the logs have")
        }
        lines += absent.sorted { $0.key < $1.key }.map {
            "\($0.value) of these are not in \($0.key): their time was over, or the camera keeps them in another folder, which hub.yaml has to name (evidence, under cameras)"
        }
        if votes > 0 {
            lines.append(
                "\(votes) plates in the history that were read as it for a moment: they stay, without this reading; lines of their logs keep it"
            )
        }
        if matches > 0 { lines.append("\(matches) matches of lists in the history") }
        if sessions > 0 { lines.append("\(sessions) records of sessions in the history and among the open ones") }
        if openings > 0 { lines.append("\(openings) lines about doors in the history") }
        if corrections > 0 { lines.append("\(corrections) corrections in the console") }
        for (_, find) in finds {
            let lead = "\(find.lines) lines in \(find.path)"
            lines.append(find.isLog ? "\(lead), which is rotated first, since its scanner appends to it" : lead)
        }
        lines += unread.map { "whatever a file has that cannot be read: \($0.reason) (\($0.action))" }
        lines += missed.map { "\($0.lines) lines in \($0.path), with their pictures" }
        return lines.map { "  \($0)\n" }.joined()
    }

    /// Takes in the pictures of an event.
    ///
    /// - Parameters:
    ///   - isLogged: whether it stands in the logs alone.
    ///   - isOwn: whether this machine's camera made them. A site keeps its own.
    mutating func add(_ pictures: [EventPicture], isLogged: Bool, isOwn: Bool) {
        if isLogged { loggedPictures += pictures } else { self.pictures += pictures }
        guard isOwn else { return }
        for picture in pictures where !picture.isThere { absent[picture.folder.path, default: 0] += 1 }
    }

    /// What stays, and is perhaps of the same vehicle.
    var advice: String {
        readings.map {
            "Somebody corrected \($0) to this plate. The plates that were read as \($0) stay, also those of this vehicle: plated-hub forget \($0)\n"
        }.joined()
    }
}
