import Settings

/// A key of a camera's configuration.
typealias ConfigurationKey = DeclaredKey<ConfigurationReading>

extension ConfigurationKey {
    /// Every key there is, in the order of `config/plated.yaml`.
    static var all: [ConfigurationKey] {
        [title, source, gate, roi, lanes, sight, plates, formats] + engines
            + [vote, cooldown, evidence, missed, live, watchdog, log] + privacy
    }

    /// The names of all keys with those above them, such as `source.url`, each section before its keys.
    static var allNames: [String] { all.flatMap(\.names) }
}
