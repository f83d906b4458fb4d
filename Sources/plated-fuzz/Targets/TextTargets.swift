/// Everything that reads a text.
enum TextTargets {
    static var all: [FuzzTarget] {
        [
            ConfigurationTarget.target, FormatTarget.target, PatternTarget.target, AddressTarget.target,
<<<<<<< HEAD
            ManifestTarget.target, EventTarget.target, LineTarget.target, LogTarget.target, ProofTarget.target,
            NetDescriptionTarget.target,
            CatalogueTarget.target,
=======
            ManifestTarget.target, EventTarget.target, LineTarget.target, LogTarget.target, NetDescriptionTarget.target,
            CatalogueTarget.target, HistoryTargets.searches, HistoryTargets.files,
>>>>>>> 9741307 (history: a damaged file ends no process; questions about gaps, counts and state are tested)
        ]
    }
}
