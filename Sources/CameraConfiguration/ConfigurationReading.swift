import Records
import Settings

/// A configuration while its file is read, with what the keys have to know of each other.
struct ConfigurationReading: KeyReading {
    /// Of the file: its name is the camera's where none is given.
    let path: String
    let surroundings: ConfigurationFile.Surroundings
    var configuration = Configuration()
    /// The keys under `source` that together make a user and a password.
    var credentials = SourceCredentialKeys()

    init(path: String, surroundings: ConfigurationFile.Surroundings) {
        self.path = path
        self.surroundings = surroundings
    }

    mutating func read(_ root: MappingReader) {
        readName(root)
        for key in ConfigurationKey.all { key.read(from: root, into: &self) }
        root.finish()
    }

    /// The file's name is the camera's, unless the command line says it, or no camera is scanned.
    private mutating func readName(_ root: MappingReader) {
        if surroundings.given.contains("camera") { return }
        guard let name = CameraID.stem(of: path) else {
            return root.note("camera", "\(path) gives no name: the camera is called \(configuration.camera)")
        }
        guard let camera = CameraID(name) else {
            return root.problem(
                at: nil,
                "\(name.printableKey) is no camera's name: one \(CameraID.rule). Rename the file (title says what people call the camera)"
            )
        }
        configuration.camera = camera
    }
}
