import Records
import Settings

/// What is kept of plates.
extension ConfigurationKey {
    static var privacy: [Self] {
        [
            choice("privacy", \.privacy),
            section(
                "pseudonym",
                [
                    choice("period", \.pseudonym.period),
                    text("key_file", \.pseudonym.keyFile),
                ]),
        ]
    }
}
