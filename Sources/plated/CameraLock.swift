import Basics
import Files
import Records

extension FileLock {
    /// Holds a camera's name, so that no second scanner writes events under it in the same folder of logs.
    ///
    /// - Returns: nil where the folder takes no such file; whether it takes a log is found out by who writes that.
    convenience init?(camera: CameraID, besideLog log: String) throws(Failure) {
        let path = CameraPlaces.lock(of: camera, besideLog: log)
        do throws(SystemError) { try self.init(path, made: 0o644, .none, isRemoved: true) } catch {
            guard error.isTaken else { return nil }
            throw Failure(
                .temporary, while: "starting the camera \(camera)",
                because: "another scanner with its log in the same folder has the same name (\(path) is locked)",
                remedy: "Give one of them another name: --camera, or another name for its configuration.")
        }
    }
}
