import Settings

/// A second configuration beside the running one.
extension ConfigurationKey {
    static var shadow: Self {
        section(
            "shadow",
            [
                text("file", \.shadow.file),
                text("folder", \.shadow.folder),
                integer("days", in: 1...36500, \.shadow.days),
            ])
    }
}
