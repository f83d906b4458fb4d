/// A place that looked like a plate, was followed for as long as it was seen, and ended without an accepted plate: a line of the ledger.
/// Fields are only ever added. Of lines with one `id` the last counts.
public struct MissRecord: Sendable, Equatable {
    /// Raised when a field changes its meaning or goes.
    public static let schema = "plated.missed/1"

    public var id: String
    /// When the line was written.
    public var time: WallTime
    public var camera: String
    /// The last hurdle that one of its looks met: one of the closed list of reasons.
    public var reason: String
    public var firstSeen: WallTime
    public var lastSeen: WallTime
    /// Whether it was still seen when the line was written.
    public var lasts: Bool
    /// Pictures in which it looked like a plate.
    public var looks: Int
    /// Those of them that counted in a vote.
    public var votes: Int
    /// The most that one of these counted; a sure reading counts 1.
    public var weight: Double
    /// How many looks ended for which reason, the most frequent first.
    public var reasons: [(key: String, count: Int)]
    /// The best reading; nil where nothing was read.
    public var plate: String?
    /// How surely that was read, 0-1.
    public var confidence: Double?
    /// What its readings say together, with `?` where they do not; nil where that is nothing.
    public var partial: String?
    /// Where it was in the best look.
    public var box: PlateBox
    /// Height of its characters in the best look, in pixels.
    public var textHeight: Double
    /// Of the picture.
    public var frame: PlateEvidence.Size
    /// Whether it went through the picture, as vehicles do and signs do not.
    public var moved: Bool
    /// Some of its looks, in the order of time.
    public var samples: [PlateLook]
    /// The best look, cut out; nil where it was not kept.
    public var crop: PlateEvidence.File?
    /// The recording; nil for cameras.
    public var file: String?
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(
        id: String, time: WallTime, camera: String, reason: String, firstSeen: WallTime, lastSeen: WallTime,
        lasts: Bool = false, looks: Int, votes: Int = 0, weight: Double = 0,
        reasons: [(key: String, count: Int)], plate: String? = nil, confidence: Double? = nil, partial: String? = nil,
        box: PlateBox, textHeight: Double, frame: PlateEvidence.Size, moved: Bool, samples: [PlateLook] = [],
        crop: PlateEvidence.File? = nil, file: String? = nil
    ) {
        self.id = id
        self.time = time
        self.camera = camera
        self.reason = reason
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.lasts = lasts
        self.looks = looks
        self.votes = votes
        self.weight = weight
        self.reasons = reasons
        self.plate = plate
        self.confidence = confidence
        self.partial = partial
        self.box = box
        self.textHeight = textHeight
        self.frame = frame
        self.moved = moved
        self.samples = samples
        self.crop = crop
        self.file = file
    }

    public static func == (a: MissRecord, b: MissRecord) -> Bool { a.line == b.line }
}

extension MissRecord {
    /// What the place most likely was.
    public enum Kind: String, Sendable, CaseIterable {
        /// It went through the picture, or was read surely at least once, or is a plate that the configuration does not want.
        case vehicle
        /// It stood there for long and never read like a plate: a sign, a grille, foliage.
        case standing
        /// It was seen for a moment, and nothing tells what it was.
        case brief
    }

    /// Half of what one sure reading counts: foliage and signs hardly reach that.
    private static let sure = 0.5
    /// What is agreed on, or would be, and is not to be reported.
    public static let unwanted: Set = ["not_largest", "format", "improbable", "direction"]
    /// Longer than this a vehicle that never reads like a plate hardly stands.
    private static let standing: Int64 = 20_000

    public var kind: Kind {
        Self.kind(
            reason: reason, weight: weight, moved: moved,
            milliseconds: lastSeen.milliseconds - firstSeen.milliseconds)
    }

    /// - Parameter milliseconds: for how long it was seen.
    public static func kind(reason: String, weight: Double, moved: Bool, milliseconds: Int64) -> Kind {
        if moved || weight >= sure || unwanted.contains(reason) { return .vehicle }
        return milliseconds >= standing ? .standing : .brief
    }

    /// Where it stands among others, the newer the higher: its identifier, which after a clock that was ahead is of a later time than its line,
    /// and then as if it had been made when the line was written.
    public var place: String {
        guard let made = MissedFiles.time(ofID: id), made > time else { return id }
        return EventIDs.id(id, at: time)
    }

    /// The same without a text of a plate in it.
    public func hidden(by pseudonyms: Pseudonyms, at moment: WallTime) -> MissRecord {
        var record = self
        record.plate = plate.map { pseudonyms.pseudonym(of: $0, at: moment) }
        // What can be told of a part of a plate is a part of a plate.
        record.partial = nil
        record.samples = samples.map { $0.hidden(by: pseudonyms, at: moment) }
        return record
    }

    /// All texts in it that were read, or nearly.
    public var texts: [String] { [plate, partial].compactMap { $0 } + samples.compactMap(\.plate) }
}
