/// The pictures that were kept of an accepted plate, as its event names them.
public struct PlateEvidence: Sendable, Equatable {
    /// A picture in the camera's folder of evidence.
    public struct File: Sendable, Equatable {
        /// From the folder on, such as `2026/11/22/14/01JD….crop.jpg`.
        public var path: String
        /// Of its bytes: 64 small hexadecimal digits.
        public var sha256: String
        /// How many they are.
        public var bytes: Int
        /// In pixels; nil where nobody wrote it down.
        public var width: Int?
        public var height: Int?
        /// What else was said of it.
        public var unknown: [UnknownField] = []

        public init(path: String, sha256: String, bytes: Int, width: Int? = nil, height: Int? = nil) {
            self.path = path
            self.sha256 = sha256
            self.bytes = bytes
            self.width = width
            self.height = height
        }
    }

    /// Size of a frame, in pixels.
    public struct Size: Sendable, Equatable {
        public var width: Int
        public var height: Int
        public var unknown: [UnknownField] = []

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// Why a picture was not written. A log of a later version may name others than these.
    public struct Absence: RawRepresentable, CaseIterable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The disk is full, or as good as.
        public static let diskFull = Absence(rawValue: "disk_full")
        /// The folder cannot be written to: it is read-only, not there, or somebody else's.
        public static let unwritable = Absence(rawValue: "unwritable")
        /// The disk fails.
        public static let diskError = Absence(rawValue: "disk_error")
        /// There was no picture to write: too many plates were waiting at once, or it could not be encoded.
        public static let noPicture = Absence(rawValue: "no_picture")

        /// Those that this version knows.
        public static let allCases: [Absence] = [.diskFull, .unwritable, .diskError, .noPicture]
    }

    /// When the frame was taken.
    public var time: WallTime
    /// The plate, in pixels of the frame.
    public var box: PlateBox
    /// Of the frame: what `box` is to be read against in a scene of another size.
    public var frame: Size?
    /// The plate with a margin, in the frame's own pixels.
    public var crop: File?
    /// The whole frame, perhaps smaller.
    public var scene: File?
    /// Why one of them, or both, were not written.
    public var missing: Absence?
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(
        time: WallTime, box: PlateBox, frame: Size? = nil, crop: File? = nil, scene: File? = nil,
        missing: Absence? = nil
    ) {
        self.time = time
        self.box = box
        self.frame = frame
        self.crop = crop
        self.scene = scene
        self.missing = missing
    }
}

extension PlateEvidence {
    init(_ fields: inout LineFields) throws(LineFault) {
        time = try fields.time("ts")
        box = try fields.box("box")
        frame = try fields.object("frame") { (fields) throws(LineFault) in try Size(&fields) }
        crop = try fields.object("crop") { (fields) throws(LineFault) in try File(&fields) }
        scene = try fields.object("scene") { (fields) throws(LineFault) in try File(&fields) }
        if fields.has("missing") { missing = Absence(rawValue: try fields.text("missing")) }
        unknown = fields.unknown
    }

    var json: [UInt8] {
        var line = JSONLine(unknown: unknown)
        line.add("ts", time.description)
        line.add("box", box)
        if let frame { line.add("frame", object: frame.json) }
        if let crop { line.add("crop", object: crop.json) }
        if let scene { line.add("scene", object: scene.json) }
        if let missing { line.add("missing", missing.rawValue) }
        return line.object
    }
}

extension PlateEvidence.File {
    init(_ fields: inout LineFields) throws(LineFault) {
        path = try fields.text("path")
        sha256 = try fields.text("sha256")
        bytes = try fields.whole("bytes")
        if fields.has("width") { width = try fields.whole("width") }
        if fields.has("height") { height = try fields.whole("height") }
        unknown = fields.unknown
    }

    var json: [UInt8] {
        var line = JSONLine(unknown: unknown)
        line.add("path", path)
        line.add("sha256", sha256)
        line.add("bytes", bytes)
        if let width { line.add("width", width) }
        if let height { line.add("height", height) }
        return line.object
    }
}

extension PlateEvidence.Size {
    init(_ fields: inout LineFields) throws(LineFault) {
        width = try fields.whole("width")
        height = try fields.whole("height")
        unknown = fields.unknown
    }

    var json: [UInt8] {
        var line = JSONLine(unknown: unknown)
        line.add("width", width)
        line.add("height", height)
        return line.object
    }
}
