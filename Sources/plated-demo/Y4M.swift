import ALPR

/// YUV4MPEG2 with a luma plane only, as ffmpeg and mjpegtools read it: raw pictures with a line of text before each.
enum Y4M {
    static func header(width: Int, height: Int, framesPerSecond: Int) -> [UInt8] {
        Array("YUV4MPEG2 W\(width) H\(height) F\(framesPerSecond):1 Ip A1:1 Cmono\n".utf8)
    }

    static func frame(_ image: LumaImage) -> [UInt8] {
        Array("FRAME\n".utf8) + image.pixels
    }
}
