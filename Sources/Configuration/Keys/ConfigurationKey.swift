import Settings

/// A key of the configuration, declared once: its name, what it takes, and where its value goes.
///
/// Reading a file, printing the settings in effect and the test of the shipped file all follow from `all`.
struct ConfigurationKey {
    enum Kind {
        /// Keys that stand indented under this one, and what is to be said of them together once they are read.
        case section([ConfigurationKey], finish: (MappingReader, inout ConfigurationReading) -> Void)
        /// - Parameter text: the value as YAML.
        case value(
            read: (MappingReader, inout ConfigurationReading) -> Void, text: (Configuration) -> String)
    }

    let name: String
    let kind: Kind

    /// Every key there is, in the order of `config/plated.yaml`.
    static var all: [ConfigurationKey] {
        [camera, source, gate, roi, sight, plates, formats] + engines + [vote, cooldown, watchdog, log]
    }

    /// The names of all keys with those above them, such as `source.url`, each section before its keys.
    static var allNames: [String] { all.flatMap { $0.names(under: []) } }

    private func names(under path: [String]) -> [String] {
        let path = path + [name]
        let own = path.joined(separator: ".")
        guard case .section(let keys, _) = kind else { return [own] }
        return [own] + keys.flatMap { $0.names(under: path) }
    }

    /// Takes the key's value out of a file; what is wrong with it is noted, and the value stays as it was.
    func read(from reader: MappingReader, into reading: inout ConfigurationReading) {
        switch kind {
        case .value(let read, _): read(reader, &reading)
        case .section(let keys, let finish):
            reader.section(name) { section in
                for key in keys { key.read(from: section, into: &reading) }
                finish(section, &reading)
            }
        }
    }

    /// The key with its value in effect, as lines of YAML.
    func lines(of configuration: Configuration, indent: String = "") -> [String] {
        switch kind {
        case .value(_, let text): ["\(indent)\(name): \(text(configuration))"]
        case .section(let keys, _):
            ["\(indent)\(name):"] + keys.flatMap { $0.lines(of: configuration, indent: indent + "  ") }
        }
    }
}
