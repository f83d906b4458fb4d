import CFFmpeg

/// The kind of stream that a source turned out to be.
public struct StreamDescription: Sendable, Equatable {
    /// FFmpeg's name of the container or protocol: `mov,mp4,m4a,3gp,3g2,mj2`, `rtsp`, `video4linux2,v4l2`…
    public var container: String
    /// FFmpeg's name of the codec: `h264`, `hevc`, `mjpeg`, `rawvideo`…
    public var codec: String
    /// `unknown` until the first picture, where only that tells.
    public var pixelFormat: String
    /// Pixels, before rotation; 0 until the first picture, where only that tells.
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
    /// Whether left and right are to change places after that.
    public var isMirrored: Bool
}

extension StreamDescription {
    init(
        _ context: UnsafeMutablePointer<AVFormatContext>, stream: UnsafeMutablePointer<AVStream>,
        codec: UnsafePointer<AVCodec>
    ) {
        let parameters = stream.pointee.codecpar.pointee
        let rate = stream.pointee.avg_frame_rate
        let turn = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil)
            .map { Turn(displayMatrix: UnsafeRawPointer($0)) }
        self.init(
            container: String(cString: context.pointee.iformat.pointee.name),
            codec: String(cString: codec.pointee.name), pixelFormat: Self.name(ofPixelFormat: parameters.format),
            width: Int(parameters.width), height: Int(parameters.height),
            rate: rate.den > 0 ? Double(rate.num) / Double(rate.den) : 0,
            duration: context.pointee.duration > 0 ? .microseconds(context.pointee.duration) : nil,
            recordedAt: Self.recordingStart(context),
            rotation: turn?.rotation.rawValue ?? 0, isMirrored: turn?.isMirrored ?? false)
    }

    static func name(ofPixelFormat format: Int32) -> String {
        av_get_pix_fmt_name(AVPixelFormat(rawValue: format)).map { String(cString: $0) } ?? "unknown"
    }

    /// The moment a recording states it was begun, in seconds since 1970.
    private static func recordingStart(_ context: UnsafeMutablePointer<AVFormatContext>) -> Double? {
        guard let entry = av_dict_get(context.pointee.metadata, "creation_time", nil, 0) else { return nil }
        var microseconds: Int64 = 0
        // Tools that know no time write the year 1970 or 1904.
        guard av_parse_time(&microseconds, entry.pointee.value, 0) >= 0, microseconds > 86_400_000_000 else {
            return nil
        }
        return Double(microseconds) / 1_000_000
    }
}

extension Double {
    /// Without the point where it is a whole number: `25`, `12.5`.
    var formattedRate: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}

/// Size and pixel format of a picture.
struct PictureShape: Equatable {
    let width: Int
    let height: Int
    let format: Int32

    init(_ picture: UnsafeMutablePointer<AVFrame>) {
        width = Int(picture.pointee.width)
        height = Int(picture.pointee.height)
        format = picture.pointee.format
    }
}

extension StreamDescription {
    mutating func takeShape(_ shape: PictureShape) {
        width = shape.width
        height = shape.height
        pixelFormat = Self.name(ofPixelFormat: shape.format)
    }
}
