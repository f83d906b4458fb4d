import Plates

extension Recogniser {
    public struct Settings: Sendable, Equatable {
        public enum Selection: String, Sendable, CaseIterable {
            /// Every plate in the picture.
            case all
            /// Only the largest one: a gate, where the car in front matters.
            case largest
        }

        public var roi = RegionOfInterest.wholePicture
        /// Parts of it with names and rules of their own; where there are some, a plate counts in one of them only.
        public var lanes: [Lane] = []
        /// Characters lower than this, in pixels, are not read; nil for what suits the engine.
        public var minimumTextHeight: Double?
        /// What that is: what the engine reads lower than this it makes up too often.
        public var suitedTextHeight = 9.0
        /// The same in fractions of the picture's height; the larger of the two counts.
        public var minimumRelativeTextHeight = 0.0
        public var selection = Selection.all
        /// Places read in one frame, besides those a track follows.
        public var regionsPerFrame = 3
        /// Places read in one frame at most, where plates stand in half of those read before; 0 reads no more than `regionsPerFrame`.
        public var readsOnUpTo = 0
        public var plausibility = Plausibility()
        public var formats = FormatSet()
        public var smoother = Smoother.Settings()
        public var cooldown = Duration.seconds(300)
        /// Whether a place is read in all views the first time it is seen, and not only once a track follows it.
        public var readsCarefullyAtOnce = false
        /// Whether only what has changed is looked at, and all of it now and then.
        public var followsMotion = true
        /// Whether text that the camera draws into its picture is learnt and left out.
        public var learnsOverlays = true

        /// What is kept of the pictures as evidence of accepted plates; nil for nothing.
        public var evidence: Evidence.Settings?

        public init() {}

        /// In pixels, outside lanes that have their own.
        public var leastTextHeight: Double { minimumTextHeight ?? suitedTextHeight }

        /// What localisers are to find, in pixels: somewhat lower characters, too, so that it can be said that they were too small.
        public var foundTextHeight: Double {
            let least = lanes.map { $0.minimumTextHeight ?? leastTextHeight }.min() ?? leastTextHeight
            return max(8, 0.8 * least)
        }

        /// Where there is anything to look for: the region of interest, or the rectangle around the lanes where none is set.
        public var attention: RegionOfInterest {
            guard roi == .wholePicture, !lanes.isEmpty else { return roi }
            let corners = lanes.flatMap(\.area.corners)
            let (xs, ys) = (corners.map(\.x), corners.map(\.y))
            let (x, y) = (xs.min() ?? 0, ys.min() ?? 0)
            return RegionOfInterest(x: x, y: y, width: (xs.max() ?? 1) - x, height: (ys.max() ?? 1) - y)
        }

        /// How sure the one reading of a place has to be: on the public scenes no plate that was read right was below.
        private static let sure = 0.92

        /// The same for single pictures: there is no second frame to agree, no event to repeat, and somebody asked what stands
        /// there. So the best reading of a place counts, if it is sure, whatever letters and digits it has.
        public var forStills: Settings {
            var settings = self
            settings.readsCarefullyAtOnce = true
            settings.followsMotion = false
            settings.learnsOverlays = false
            settings.regionsPerFrame = max(6, regionsPerFrame)
            settings.readsOnUpTo = 48
            settings.plausibility.minimumLetters = 0
            settings.plausibility.minimumDigits = 0
            settings.plausibility.minimumConfidence = max(Self.sure, plausibility.minimumConfidence)
            settings.smoother.minimumReads = 1
            settings.smoother.minimumWeight = 0.2
            settings.smoother.lead = 0
            settings.smoother.majority = 0
            // Nothing moves in it.
            settings.smoother.directionWait = .zero
            for index in settings.lanes.indices { settings.lanes[index].movements = [] }
            settings.cooldown = .zero
            return settings
        }
    }
}
