import Settings

/// What is written down of places that looked like a plate and were not read.
extension ConfigurationKey {
    static var missed: Self {
        section(
            "missed",
            [
                flag("keep", \.missed.keep),
                integer("crops_per_hour", in: 0...3600, \.missed.cropsPerHour),
                integer("days", in: 1...36500, \.missed.days),
                integer("megabytes", in: 1...100_000_000, \.missed.megabytes),
            ])
    }
}
