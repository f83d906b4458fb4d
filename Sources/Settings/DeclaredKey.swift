/// A configuration while its file is read, with what the keys have to know of each other.
package protocol KeyReading {
    associatedtype Settings
    var configuration: Settings { get set }
}

/// A key of a configuration, declared once: its name, what it takes, and where its value goes.
///
/// Reading a file, printing the settings in effect and the test of the shipped file all follow from the list of them.
package struct DeclaredKey<Reading: KeyReading> {
    package enum Kind {
        /// Keys that stand indented under this one, and what is to be said of them together once they are read.
        case section([DeclaredKey], finish: (MappingReader, inout Reading) -> Void)
        /// - Parameter text: the value as YAML.
        case value(read: (MappingReader, inout Reading) -> Void, text: (Reading.Settings) -> String)
    }

    package let name: String
    package let kind: Kind

    /// The key's name and those of the keys in it, each with those above it, such as `source.url`; a section before its keys.
    package var names: [String] { names(under: []) }

    private func names(under path: [String]) -> [String] {
        let path = path + [name]
        let own = path.joined(separator: ".")
        guard case .section(let keys, _) = kind else { return [own] }
        return [own] + keys.flatMap { $0.names(under: path) }
    }

    /// Takes the key's value out of a file; what is wrong with it is noted, and the value stays as it was.
    package func read(from reader: MappingReader, into reading: inout Reading) {
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
    package func lines(of configuration: Reading.Settings, indent: String = "") -> [String] {
        switch kind {
        case .value(_, let text): ["\(indent)\(name): \(text(configuration))"]
        case .section(let keys, _):
            ["\(indent)\(name):"] + keys.flatMap { $0.lines(of: configuration, indent: indent + "  ") }
        }
    }
}
