import ALPR

/// YUV4MPEG2, as ffmpeg and mjpegtools read it: raw pictures with a line of text before each.
struct Y4M {
    let width: Int
    let height: Int
    let framesPerSecond: Int
    /// Colours have half the picture's width and height.
    let hasColours: Bool

    init(_ width: Int, _ height: Int, _ framesPerSecond: Int, colours: Bool) {
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        hasColours = colours
    }

    var header: [UInt8] {
        let colours = hasColours ? "C420jpeg" : "Cmono"
        return Array("YUV4MPEG2 W\(width) H\(height) F\(framesPerSecond):1 Ip A1:1 \(colours)\n".utf8)
    }

    /// - Parameter planes: grey, and where there are colours, blue and red.
    static func frame(_ planes: [LumaImage]) -> [UInt8] { Array("FRAME\n".utf8) + planes.flatMap(\.pixels) }
}
