import Records
import Settings

extension ConfigurationKey {
    /// The name that is given, else the file's, which has to fit as well: two cameras must not get one name without a word.
    static var camera: Self {
        value(
            "camera",
            read: { root, reading in
                var given: String?
                root.string("camera", into: &given)
                if reading.surroundings.given.contains("camera") { return }
                if let given {
                    reading.configuration.camera = given
                    if !CameraName.fits(given) { root.problem("camera", CameraName.rule) }
                } else if let name = CameraName.ofFile(reading.path) {
                    reading.configuration.camera = name
                    if !CameraName.fits(name) {
                        root.problem(
                            "camera", "is not set, and the file's name does not do: a name \(CameraName.rule)")
                    }
                } else {
                    let name = reading.configuration.camera
                    root.note("camera", "is not set, and \(reading.path) gives no name: the camera is called \(name)")
                }
            },
            text: { YAMLText.word($0.camera) })
    }
}
