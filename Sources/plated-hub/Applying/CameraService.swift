import CameraSetup
import Records

/// The service of one camera.
struct CameraService {
    /// In milliseconds: a camera has a minute to come up.
    private static let patience: Int32 = 100_000

    /// systemctl.
    let manager: String
    let places: CameraPlaces

    /// Starts it with its new file, after a reboot, too, and waits for its first picture.
    ///
    /// - Parameter isNew: whether there was no file before. Where there was one, nobody may have enabled the camera all the same.
    func start(isNew: Bool) -> SettingsVerdict {
        let (unit, file) = (places.unit, places.configurationName)
        let steps = [["enable", unit], ["restart", unit]]
        for step in steps {
            let (status, said) = SystemManager(program: manager, patience: Self.patience).run(step)
            guard status != 0 else { continue }
            let reason = said.split(separator: "\n").first.map { ": " + $0.prefix(200) } ?? ""
            return SettingsVerdict(
                .failed,
                """
                \(file) is written, and \(places.camera) did not come up with it\(reason). On the machine, journalctl -u \(unit) says \
                why.\(isNew ? "" : " The file before is \(file).before.")
                """)
        }
        return SettingsVerdict(.running, "\(file) is written, and \(places.camera) reads with it.")
    }
}
