import Basics
import Files

extension FileLock {
    /// Holds the folder of lists for one who changes something there; others wait.
    ///
    /// - Parameter isMade: whether a folder that is not there is made.
    convenience init(ofLists folder: String, isMade: Bool) throws(Failure) {
        do throws(SystemError) {
            if isMade { try FilePlace.makeFolder(folder, mode: 0o750) }
            try self.init(folder + "/.lock", made: 0o600, .forever)
        } catch {
            throw Failure(
                .inputOutput, while: "opening the folder of lists \(folder)", because: error.reason,
                remedy: "It has to be there, and to be writable for this user.")
        }
    }
}
