/// What shows that an accepted plate was there: the picture in which it was read best.
public struct Evidence: Sendable {
    /// What is kept of the pictures while plates are being read.
    public struct Settings: Sendable, Equatable {
        /// Whether the whole picture is kept, and not the plate alone.
        public var keepsScene: Bool
        /// A picture that has to be kept for longer than a frame is shrunk to this width, in pixels.
        public var sceneWidth: Int

        public init(keepsScene: Bool = true, sceneWidth: Int = 960) {
            self.keepsScene = keepsScene
            self.sceneWidth = sceneWidth
        }
    }

    /// When the picture was taken.
    public var time: Timestamp
    /// The plate, in pixels of the whole picture.
    public var box: Box
    /// Of the whole picture, in pixels.
    public var width: Int
    public var height: Int
    /// The plate with a margin, as the camera saw it: neither turned nor stretched.
    public var crop: ColourImage
    /// The whole picture, in its own size or shrunk; nil where none is wanted, or where too many plates waited at once.
    public var scene: ColourImage?

    public init(
        time: Timestamp, box: Box, width: Int, height: Int, crop: ColourImage, scene: ColourImage? = nil
    ) {
        self.time = time
        self.box = box
        self.width = width
        self.height = height
        self.crop = crop
        self.scene = scene
    }
}

extension Evidence: Equatable {
    /// Of one source, what was seen at the same time in the same place is the same: no pixel is compared.
    public static func == (one: Evidence, other: Evidence) -> Bool {
        one.time == other.time && one.box == other.box
    }
}
