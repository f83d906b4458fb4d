import ALPR
import Foundation
import PlateDrawing
import TestSupport

/// A short clip of a rendered plate that drifts over a grey street, made with the ffmpeg program.
enum PlateClip {
    static let plate = "KX 73 PRD"
    /// What must be read.
    static let text = "KX73PRD"

    /// - Parameters:
    ///   - name: decides the format: `.mp4`, `.png`, `.h264`, `.h265` or `.mjpeg` (with access unit delimiters, for the
    ///     RTSP server).
    ///   - seconds: length; one picture for a still.
    ///   - blank: seconds without a plate at the start.
    static func make(
        _ name: String, in folder: TemporaryFolder, plate: String = plate, seconds: Double = 2, blank: Double = 0,
        size: String = "640x360"
    ) throws -> String {
        let image = RenderedPlate(plate, characterHeight: 28).image()
        var picture = Data("P5\n\(image.width) \(image.height)\n255\n".utf8)
        picture.append(contentsOf: image.pixels)
        let still = folder.file("plate.pgm")
        try picture.write(to: URL(fileURLWithPath: still))
        let scene =
            "[0:v]noise=alls=6:allf=t[street];[1:v]format=gray[plate];"
            + "[street][plate]overlay=x=180+30*t:y=200+4*t:enable='gte(t,\(blank))',format=yuv420p"
        var arguments = [
            "-f", "lavfi", "-i", "color=c=0x505050:size=\(size):rate=25:duration=\(seconds)", "-loop", "1", "-i", still,
            "-filter_complex", scene, "-t", "\(seconds)",
        ]
        if name.hasSuffix(".png") { arguments += ["-frames:v", "1"] }
        if name.hasSuffix(".h264") { arguments += ["-g", "25", "-bf", "0", "-bsf:v", "h264_metadata=aud=insert"] }
        if name.hasSuffix(".h265") {
            arguments += [
                "-preset", "ultrafast", "-x265-params", "aud=1:repeat-headers=1:keyint=25:bframes=0:log-level=1",
            ]
        }
        if name.hasSuffix(".mjpeg") { arguments += ["-pix_fmt", "yuvj420p", "-q:v", "3", "-huffman", "default"] }
        let path = folder.file(name)
        let recipe = arguments.map { $0 == still ? plate : $0 }
        try MadeFiles.put(recipe, at: path) {
            try run("ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments + [$0])
        }
        return path
    }

    static func run(_ program: String, _ arguments: [String]) throws {
        let result = try Program.run([program] + arguments, program: "/usr/bin/env")
        guard result.status == 0 else {
            throw Program.Failure(message: "\(program): \(result.errors)")
        }
    }
}
