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
        for key in ConfigurationKey.all { key.read(from: root, into: &self) }
        root.finish()
    }
}
