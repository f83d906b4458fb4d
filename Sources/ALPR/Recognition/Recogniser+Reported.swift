extension Recogniser {
    /// For how long a plate that is out of sight is not reported again.
    public var rest: Duration { cooldown.window }

    /// Takes plates that an earlier run has reported for its own.
    public mutating func remember(_ plates: [ReportedPlate]) {
        for plate in plates { cooldown.remember(plate.text, in: plate.lane, at: plate.lastSeen) }
    }
}
