extension Smoother {
    public struct Settings: Sendable, Equatable {
        /// How far back readings count.
        public var window: Duration
        /// A track ends this long after its last reading.
        public var close: Duration
        /// Frames that must have read the same text.
        public var minimumReads: Int
        /// Weight the text must gather; a sure reading of one frame weighs nearly 1.
        public var minimumWeight: Double
        /// More than this many times the runner-up's weight is what the leader needs.
        public var lead: Double
        /// Part of all the weight that was cast, 0-1, that the leader must exceed.
        public var majority: Double
        /// How long a plate that is agreed on waits for its direction to be known.
        public var directionWait: Duration
        /// How probable a text has to be, 0-1; nil for whatever the vote decides.
        public var minimumProbability: Double?
        /// What the engine's readings are worth on this camera; nil where that was never measured.
        public var probability: Probability.Scale?

        public init(
            window: Duration = .seconds(5), close: Duration = .milliseconds(1500), minimumReads: Int = 2,
            minimumWeight: Double = 1.2, lead: Double = 2, majority: Double = 0.5, directionWait: Duration = .zero
        ) {
            self.window = window
            self.close = close
            self.minimumReads = minimumReads
            self.minimumWeight = minimumWeight
            self.lead = lead
            self.majority = majority
            self.directionWait = directionWait
        }
    }
}
