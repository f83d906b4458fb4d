import Basics
import CameraSetup

/// The service of one camera.
struct CameraService {
    /// In milliseconds: a camera has a minute to come up.
    private static let patience: Int32 = 100_000

    /// systemctl.
    let manager: String
    let camera: String

    /// Starts it with its new file, after a reboot, too, and waits for its first picture.
    ///
    /// - Parameter isNew: whether there was no file before. Where there was one, nobody may have enabled the camera all the same.
    func start(isNew: Bool) -> SettingsVerdict {
        let unit = "plated@\(camera).service"
        let steps = [["enable", unit], ["restart", unit]]
        for step in steps {
            let (status, said) = SystemManager(program: manager, patience: Self.patience).run(step)
            guard status != 0 else { continue }
            let reason = said.split(separator: "\n").first.map { ": " + $0.prefix(200) } ?? ""
            return SettingsVerdict(
                .failed,
                """
                \(camera).yaml is written, and \(camera) did not come up with it\(reason). On the machine, journalctl -u plated@\(camera) \
                says why.\(isNew ? "" : " The file before is \(camera).yaml.before.")
                """)
        }
        return SettingsVerdict(.running, "\(camera).yaml is written, and \(camera) reads with it.")
    }
}
