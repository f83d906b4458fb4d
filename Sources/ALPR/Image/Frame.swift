/// A grey picture and when it was taken.
public struct Frame: Sendable {
    public var image: LumaImage
    public var time: Timestamp

    public init(image: LumaImage, time: Timestamp) {
        self.image = image
        self.time = time
    }
}
