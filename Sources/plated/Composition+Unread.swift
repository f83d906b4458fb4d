import Engines
import Scanner

extension Composition {
    /// Why nothing was read at last, whatever was in the pictures, and what to do; nil where something reads.
    var unread: String? {
        guard let absence = plan.remote?.absence, absence.isAll else { return nil }
        return
            "plates are not read: a server reads alone (remote.local: none), and it is away: \(absence.reason); mend that"
            + " and probe again"
    }
}
