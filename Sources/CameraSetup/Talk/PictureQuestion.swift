/// What the hub asks of `plated pictures` about a picture that somebody posted: one line of JSON, and the picture as a part behind it.
public struct PictureQuestion: Codable, Equatable, Sendable {
    /// Codes of countries whose plates are expected; empty for those of the configuration.
    public var countries: [String]
    /// Whether what fits none of their formats is no plate.
    public var isStrict: Bool

    public init(countries: [String] = [], isStrict: Bool = false) {
        self.countries = countries
        self.isStrict = isStrict
    }
}

/// What stands in a posted picture: one line of JSON.
public struct PictureAnswer: Codable, Equatable, Sendable {
    /// Why there is nothing to tell.
    public enum Problem: String, Codable, Sendable {
        /// It is none that is read, or is damaged.
        case noPicture
        /// More pixels than are read.
        case tooLarge
        /// The fault is ours.
        case failed
    }

    public struct Candidate: Codable, Equatable, Sendable {
        public var text: String
        /// 0-1.
        public var confidence: Double

        public init(text: String, confidence: Double) { (self.text, self.confidence) = (text, confidence) }
    }

    public struct Plate: Codable, Equatable, Sendable {
        public var text: String
        /// 0-1.
        public var confidence: Double
        /// What was read, best first; the first is the plate.
        public var candidates: [Candidate]
        /// In whole pixels of the picture as it is looked at, upright.
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int
        /// Code of its format's country, or of the one that a net saw.
        public var country: String?
        /// How sure the net was of it, 0-1; nil where the format says it.
        public var countryConfidence: Double?

        public init(
            text: String, confidence: Double, candidates: [Candidate], x: Int, y: Int, width: Int, height: Int,
            country: String?, countryConfidence: Double?
        ) {
            self.text = text
            self.confidence = confidence
            self.candidates = candidates
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
            self.country = country
            self.countryConfidence = countryConfidence
        }
    }

    public var plates: [Plate]
    /// Countries of the question whose formats are not known; nil for none.
    public var unknown: [String]?
    /// How long decoding and reading took.
    public var milliseconds: Double
    public var problem: Problem?
    /// A sentence of it, without a plate.
    public var detail: String?

    /// Whether its numbers are those of a picture. Who reads strangers' pictures may be taken over by one, and say anything.
    public var isSound: Bool {
        (0...Self.most).contains(milliseconds)
            && plates.allSatisfy { plate in
                [plate.x, plate.y, plate.width, plate.height].allSatisfy {
                    (-Self.most...Self.most).contains(Double($0))
                }
                    && ([plate.confidence, plate.countryConfidence ?? 0] + plate.candidates.map(\.confidence))
                        .allSatisfy {
                            (0...1).contains($0)
                        }
            }
    }

    private static let most = 1_000_000.0

    public init(plates: [Plate], unknown: [String] = [], milliseconds: Double) {
        self.plates = plates
        self.unknown = unknown.isEmpty ? nil : unknown
        self.milliseconds = milliseconds
    }

    public init(_ problem: Problem, _ detail: String) {
        plates = []
        milliseconds = 0
        self.problem = problem
        self.detail = detail
    }
}
