import Basics
import Files

extension FileLock {
    /// Holds a camera's name, so that no second scanner writes events under it in the same folder of logs: a file beside the log,
    /// `.<camera>.lock`.
    ///
    /// - Returns: nil where the folder takes no such file; whether it takes a log is found out by who writes that.
    convenience init?(camera: String, besideLog log: String) throws(Failure) {
        let folder = FilePlace.folder(of: log)
        do throws(SystemError) {
            try self.init("\(folder)/.\(camera).lock", made: 0o644, .none, isRemoved: true)
        } catch {
            guard error.isTaken else { return nil }
            throw Failure(
                .temporary, while: "starting the camera \(camera)",
                because:
                    "another scanner with its log in \(folder == "." ? "this folder" : folder) has the same name; give one of them another"
                    + " (camera in the configuration, or --camera)")
        }
    }
}
