import Settings

/// The pictures that are kept of accepted plates.
extension ConfigurationKey {
    static var evidence: Self {
        section(
            "evidence",
            [
                flag("crop", \.evidence.crop),
                flag("scene", \.evidence.scene),
                integer("width", in: 64...16384, \.evidence.width),
                integer("quality", in: 1...100, \.evidence.quality),
                integer("days", in: 1...36500, \.evidence.days),
                integer("megabytes", in: 1...100_000_000, \.evidence.megabytes),
            ])
    }
}
