import ALPR
import Live

/// How the frames that are analysed are shown to who watches, as final values.
public struct LiveOffer: Sendable {
    public struct Limits: Sendable, Equatable {
        /// How many may watch at once.
        public var connections = 8
        /// How many more may be there that have not asked for pictures: to ask how the scanner is takes a moment.
        public var others = 8
        /// Who has not asked for anything after this time, or taken nothing of what it was sent, is let go.
        public var patience = Duration.seconds(10)
        /// Who was sent nothing for so long is told that the scanner is there.
        public var beat = Duration.seconds(3)
        /// Longest time between two looks at all of them.
        public var tick = Duration.milliseconds(500)

        public init() {}
    }

    /// The socket.
    public var address: UnixAddress
    /// Whether pictures are for anybody; else whoever comes hears how the scanner is, and nothing more.
    public var showsPictures: Bool
    /// Whether neither pictures nor texts may leave the scanner: boxes and what became of them are shown then.
    public var hidesPlates: Bool
    public var limits = Limits()
    /// Makes a JPEG. Runs on the live queue.
    public var encode: @Sendable (ColourImage) throws -> [UInt8]

    public init(
        address: UnixAddress, showsPictures: Bool = true, hidesPlates: Bool,
        encode: @escaping @Sendable (ColourImage) throws -> [UInt8]
    ) {
        self.address = address
        self.showsPictures = showsPictures
        self.hidesPlates = hidesPlates
        self.encode = encode
    }
}
