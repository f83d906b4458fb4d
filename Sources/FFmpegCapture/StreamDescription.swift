/// What a source turned out to be.
public struct StreamDescription: Sendable, Equatable {
    /// FFmpeg's name of the container or protocol: `mov,mp4,m4a,3gp,3g2,mj2`, `rtsp`, `video4linux2,v4l2`…
    public var container: String
    /// FFmpeg's name of the codec: `h264`, `hevc`, `mjpeg`, `rawvideo`…
    public var codec: String
    public var pixelFormat: String
    /// Pixels, before rotation.
    public var width: Int
    public var height: Int
    /// Frames a second as the stream states them; 0 where it does not.
    public var rate: Double
    /// Length of a recording, where it states one.
    public var duration: Duration?
    /// When the recording was made, seconds since 1970, where it states that.
    public var recordedAt: Double?
    /// Degrees clockwise by which the pictures are to be turned: 0, 90, 180 or 270.
    public var rotation: Int
}
