/// Everything that reads a text.
enum TextTargets {
    static var all: [FuzzTarget] {
        [
            ConfigurationTarget.target, FormatTarget.target, PatternTarget.target, AddressTarget.target,
            ManifestTarget.target, EventTarget.target, LineTarget.target, LogTarget.target, ProofTarget.target,
            NetDescriptionTarget.target,
            CatalogueTarget.target, CameraFileTarget.target, LiveTarget.target, ListTarget.target,
            HistoryTargets.searches, HistoryTargets.files,
        ]
    }
}
