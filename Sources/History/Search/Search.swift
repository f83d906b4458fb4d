import Records

/// What is looked for among the accepted plates.
public struct Search: Sendable, Equatable {
    /// How a text is compared with those that were read. There is no "fuzzy": each way says what it finds.
    public enum Way: String, CaseIterable, Sendable {
        /// The very text.
        case exact
        /// `?` is one character, `*` any number of them, none included.
        case pattern
        /// Like a pattern; characters that are taken for one another count as equal, such as O and 0, B and 8.
        case alike
        /// At most `distance` characters are different, missing or too many.
        case near
        /// Like a pattern, among the texts that were read or voted for and did not become the plate.
        case candidate
    }

    public let way: Way
    /// Capitals and digits, with `?` and `*` where the way has them; nil for every plate.
    public let text: String?
    /// The same in the letters that scanners write, where a person typed others (Ü for U): what has it is found, too.
    public let plain: String?
    /// Empty for all.
    public var cameras: [String]
    public var from: WallTime?
    /// The first moment that is too late.
    public var until: WallTime?
    public var lane: String?
    /// `approaching`, `leaving`, `passing` or `standing`.
    public var movement: String?
    /// For `near`.
    public let distance: Int
    /// Of which a list has to have something; nil where none has to.
    public let list: String?

    /// More makes no sense on plates: everything is near everything.
    public static let distances = 1...3
    static let longest = 48

    /// What texts are compared with: none, one, or two ways of writing one.
    package var texts: [String] { [text, plain].compactMap(\.self) }

    /// - Parameters:
    ///   - text: as a person writes it: small letters, spaces, dashes and dots make no difference.
    ///   - isTyped: whether a person typed it. Of what the history has itself, only the very text is meant.
    public init(
        way: Way = .exact, text: String? = nil, cameras: [String] = [], from: WallTime? = nil, until: WallTime? = nil,
        lane: String? = nil, movement: String? = nil, distance: Int = 1, list: String? = nil, isTyped: Bool = false
    ) throws(HistoryFailure) {
        func failure(_ reason: String, _ remedy: String = "") -> HistoryFailure {
            HistoryFailure("searching", reason: reason, remedy: remedy, cause: .question)
        }
        self.way = way
        self.cameras = cameras
        self.from = from
        self.until = until
        self.lane = lane
        self.movement = movement
        self.distance = distance
        self.list = list
        if list != nil, way == .candidate {
            throw failure(
                "a list has something of plates, and not of the candidates that lost",
                "Leave the list out, or take another way.")
        }
        if let movement, !Place.isMovement(movement) {
            throw failure("\"\(movement)\" is no movement", "It is approaching, leaving, passing or standing.")
        }
        if way == .near, !Self.distances.contains(distance) {
            throw failure("a distance of \(distance) is not possible", "It is 1, 2 or 3.")
        }
        guard let text else {
            (self.text, plain) = (nil, nil)
            return
        }
        if PlateText.isPseudonym(text.lowercased()) {
            guard way == .exact || way == .pattern || way == .candidate, !text.contains(where: { "?*".contains($0) })
            else {
                throw failure("a pseudonym is like no other", "Give its whole text, and the way `exact`.")
            }
            self.text = Pseudonyms.mark + text.dropFirst(Pseudonyms.mark.count).uppercased()
            plain = nil
            return
        }
        var kept = text.uppercased().filter { !" -.·_".contains($0) }
        while let twice = kept.firstRange(of: "**") {
            kept.removeSubrange(twice.lowerBound..<kept.index(after: twice.lowerBound))
        }
        if let odd = kept.first(where: { !($0.isLetter || $0.isNumber || $0 == "?" || $0 == "*") }) {
            throw failure(
                "\"\(odd)\" stands on no plate",
                "A text has letters, digits, `?` for one character and `*` for any number.")
        }
        guard kept.contains(where: { $0.isLetter || $0.isNumber || $0 == "?" }) || kept == "*" else {
            throw failure("the text is empty", "Give letters and digits, or leave the text out to find every plate.")
        }
        guard kept.count <= Self.longest else { throw failure("the text has more than \(Self.longest) characters") }
        if way == .exact || way == .near, kept.contains(where: { "?*".contains($0) }) {
            throw failure(
                "`?` and `*` mean nothing to \(way.rawValue)",
                "Use the way `pattern`, `alike` or `candidate` with them.")
        }
        self.text = kept
        plain = isTyped ? Homoglyphs.plain(kept).flatMap { $0.count <= Self.longest ? $0 : nil } : nil
    }
}
