import Settings

extension ConfigurationKey {
    static var log: Self {
        section(
            "log",
            [
                text("file", \.log.fileOrDash),
                text("seal_key", \.log.sealKey),
                text("explain", \.log.explain),
                integer("explain_limit_mb", in: 0...1_000_000, \.log.explainLimit),
                choice("level", \.log.level),
            ])
    }
}

extension Configuration.Log {
    /// A dash for standard output.
    fileprivate var fileOrDash: String {
        get { file ?? "-" }
        set { file = newValue == "-" ? nil : newValue }
    }
}
