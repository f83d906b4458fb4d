import Settings

/// The live picture, for who watches.
extension ConfigurationKey {
    static var live: Self {
        section("live", [flag("offered", \.live.offered)])
    }
}
