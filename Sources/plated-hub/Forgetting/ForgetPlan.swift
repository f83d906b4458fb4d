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

    var isEmpty: Bool { events == 0 && finds.isEmpty }

    var text: String {
        var lines = ["\(events) plates in the history, with \(pictures.count) pictures"]
        for (_, find) in finds {
            let lead = "\(find.lines) lines in \(find.path)"
            lines.append(find.isLog ? "\(lead), which is rotated first, since its scanner appends to it" : lead)
        }
        return lines.map { "  \($0)\n" }.joined()
    }
}
