/// What the console asks of `plated setup` about a camera: one line of JSON.
public struct SetupQuestion: Codable, Sendable {
    public enum Kind: String, Codable, Sendable {
        /// What can be chosen here: countries, devices.
        case about
        /// Everything that is wrong with a text for the camera's file.
        case check
        /// What the camera shows, for some seconds.
        case look
        /// What would have been read in pictures that were taken before; they follow.
        case retry = "try"
    }

    public var kind: Kind
    public var camera: String
    /// The text for the camera's file.
    public var yaml: String
    /// Whether user and password come from elsewhere than the text.
    public var hasCredentials: Bool
    public var user: String?
    public var password: String?
    public var seconds: Int
    /// How the camera's pictures lay when the pictures that follow were taken: those came upright from it. Nil of `upright`.
    public var orientation: String?

    public init(
        _ kind: Kind, camera: String = "", yaml: String = "", hasCredentials: Bool = false, user: String? = nil,
        password: String? = nil, seconds: Int = 10, orientation: String? = nil
    ) {
        self.kind = kind
        self.camera = camera
        self.yaml = yaml
        self.hasCredentials = hasCredentials
        self.user = user
        self.password = password
        self.seconds = seconds
        self.orientation = orientation
    }
}

/// What can be chosen on this machine.
public struct SetupChoices: Codable, Equatable, Sendable {
    public struct Country: Codable, Equatable, Sendable {
        public var code: String
        public var name: String

        public init(code: String, name: String) { (self.code, self.name) = (code, name) }
    }

    public var countries: [Country]
    public var devices: [String]

    public init(countries: [Country], devices: [String]) { (self.countries, self.devices) = (countries, devices) }
}

/// What a look at a camera found, or a try on its pictures.
public struct SetupFindings: Codable, Equatable, Sendable {
    public struct Fact: Codable, Equatable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    public struct Plate: Codable, Equatable, Sendable {
        public var text: String
        public var country: String?
        public var lane: String?
        public var direction: String?
        public var reads: Int
        public var confidence: Double
        /// Of its characters, in pixels, at their largest.
        public var height: Double?
        /// The part of the answer with its picture.
        public var picture: Int?

        public init(
            text: String, country: String?, lane: String?, direction: String?, reads: Int, confidence: Double,
            height: Double?, picture: Int?
        ) {
            self.text = text
            self.country = country
            self.lane = lane
            self.direction = direction
            self.reads = reads
            self.confidence = confidence
            self.height = height
            self.picture = picture
        }
    }

    public struct Reason: Codable, Equatable, Sendable {
        public var name: String
        public var count: Int

        public init(name: String, count: Int) { (self.name, self.count) = (name, count) }
    }

    /// A place in the picture that shows most.
    public struct Mark: Codable, Equatable, Sendable {
        /// x, y, width and height in its pixels.
        public var box: [Double]
        public var text: String
        public var isPlate: Bool

        public init(box: [Double], text: String, isPlate: Bool) {
            (self.box, self.text, self.isPlate) = (box, text, isPlate)
        }
    }

    /// Of the pictures, in pixels.
    public var width: Int
    public var height: Int
    public var frames: Int
    public var facts: [Fact]
    public var advice: [String]
    public var plates: [Plate]
    public var rejected: [Reason]
    public var marks: [Mark]
    /// The part of the answer with the picture that shows most.
    public var picture: Int?

    /// Whether its numbers are those of pictures. Who looks at a camera may be taken over by what that sends, and say anything.
    public var isSound: Bool {
        let numbers = [width, height, frames].map { Double($0) } + plates.flatMap { [$0.confidence, $0.height ?? 0] }
        let corners = marks.flatMap(\.box)
        return numbers.allSatisfy { (0...Self.most).contains($0) } && corners.allSatisfy { abs($0) <= Self.most }
            && marks.allSatisfy { $0.box.count == 4 }
    }

    private static let most = 1_000_000.0

    public init(
        width: Int, height: Int, frames: Int, facts: [Fact], advice: [String], plates: [Plate], rejected: [Reason],
        marks: [Mark], picture: Int?
    ) {
        self.width = width
        self.height = height
        self.frames = frames
        self.facts = facts
        self.advice = advice
        self.plates = plates
        self.rejected = rejected
        self.marks = marks
        self.picture = picture
    }
}
