import ALPR
import ArgumentParser
import Basics
import FFmpegCapture
import Records
import Service

/// Options that show everything that was found in pictures, and not the plates alone.
struct FoundOptions: ParsableArguments {
    @Flag(
        help: .init(
            "Write one line of JSON for every picture instead: all that was found in it, with its outlines in pixels, its characters, "
                + "and why what is no plate is none."))
    var polygons = false

    @Option(
        help: .init(
            "Draw what was found in a picture into a copy of it, which is written to this file (.jpg or .png).",
            valueName: "file"))
    var draw: String?

    var isAsked: Bool { polygons || draw != nil }

    func validate() throws {
        if let draw, PictureFormat(path: draw) == nil {
            throw ValidationError("--draw takes a file that ends in .jpg or .png")
        }
    }
}

/// Where that goes.
struct FoundOutput {
    /// Nil where no lines are wanted.
    let lines: LineFile?
    let drawing: (file: WholeFile, format: PictureFormat)?

    init(_ options: FoundOptions, output: LineFile, inputs: [String]) throws {
        lines = options.polygons ? output : nil
        drawing = try options.draw.flatMap { path in
            try PictureFormat(path: path).map { (try WholeFile(path, as: "the picture", notOver: inputs), $0) }
        }
    }

    func write(_ found: FoundPicture) throws {
        try lines?.append(found.line)
        if let drawing { try drawing.file.write(drawing.format.bytes(of: found.image)) }
    }
}

/// Takes events where something else is written in their place.
struct NoSink: EventSink {
    var backlog: Int { 0 }

    mutating func record(_ record: any LogRecord) throws {}
    mutating func reopen() throws {}
    mutating func flush() throws {}
    mutating func close() throws {}
}
