import Basics
import CameraConfiguration

extension Configuration {
    /// Refuses a configuration in which a server reads alone, where nobody asks it: everything would be unread.
    ///
    /// - Parameter reason: why nobody does.
    func refuseServerAlone(_ reason: String) throws(Failure) {
        guard localEngine == nil else { return }
        throw Failure(
            .configuration, while: "remote.local", because: "it is none: a server reads alone, and \(reason)",
            remedy: "Name what reads on this machine with remote.local or --engine.")
    }
}
