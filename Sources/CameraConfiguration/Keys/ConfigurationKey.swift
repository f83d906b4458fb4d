import Settings

/// A key of a camera's configuration.
typealias ConfigurationKey = DeclaredKey<ConfigurationReading>

extension ConfigurationKey {
    /// Every key there is, in the order of `config/plated.yaml`.
    static var all: [ConfigurationKey] {
        let recognition = [camera, source, gate, roi, lanes, sight, plates, formats] + engines
        return recognition + [vote, cooldown, evidence, missed, shadow, live, watchdog, log] + privacy
    }

    /// Those that decide what is read of a picture, and which pictures are looked at.
    static var ofRecognition: [ConfigurationKey] { [gate, roi, lanes, plates, formats] + engines + [vote, cooldown] }

    /// The names of all keys with those above them, such as `source.url`, each section before its keys.
    static var allNames: [String] { all.flatMap(\.names) }
}
