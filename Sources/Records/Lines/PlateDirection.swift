/// Where a vehicle was going, as its event says it.
public struct PlateDirection: Sendable, Equatable {
    /// What the movement is to the camera. A log of a later version may name others than these.
    public struct Movement: RawRepresentable, CaseIterable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It comes nearer.
        public static let approaching = Movement(rawValue: "approaching")
        /// It goes away.
        public static let leaving = Movement(rawValue: "leaving")
        /// It crosses the picture and comes hardly nearer.
        public static let passing = Movement(rawValue: "passing")
        /// It stays where it is.
        public static let standing = Movement(rawValue: "standing")

        /// Those that this version knows.
        public static let allCases: [Movement] = [.approaching, .leaving, .passing, .standing]
    }

    /// The way in the picture, 0-359: 0 is to the right, 90 down; nil where it stands, or comes straight on.
    public var degrees: Int?
    public var movement: Movement
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(degrees: Int?, movement: Movement) {
        self.degrees = degrees
        self.movement = movement
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        if fields.has("degrees") { degrees = try fields.whole("degrees") }
        movement = Movement(rawValue: try fields.text("movement"))
        unknown = fields.unknown
    }

    var json: [UInt8] {
        var line = JSONLine(unknown: unknown)
        if let degrees { line.add("degrees", degrees) }
        line.add("movement", movement.rawValue)
        return line.object
    }
}
