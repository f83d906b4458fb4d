extension Recogniser {
    /// For how long a plate that is out of sight is not reported again, unless its vehicle was seen to leave.
    public var rest: Duration { smoother.cooldown }

    /// For how long one that stands where it stood is not.
    public var memory: Duration { rest > .zero ? Visits.memory : .zero }

    /// Takes plates that an earlier run has reported for its own.
    public mutating func remember(_ plates: [ReportedPlate]) { smoother.remember(plates) }
}
