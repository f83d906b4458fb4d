import Addresses
import Basics
import Capture
import Evaluation
import FFmpegCapture
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// A recording that can be replayed as often as it takes.
struct TunedRecording {
    let path: String
    /// As its file or its name say.
    let time: ClosedRange<WallTime>?

    /// - Throws: where it is none, or cannot be opened.
    init(_ text: String, capture: CaptureSettings) throws {
        let address = SourceAddress(text)
        let action = "replaying \(address)"
        guard address.kind == .file else {
            throw Failure(
                .usage, while: action, because: "it is a camera or a device, and tune takes recordings",
                remedy: "Record some of it first; plated probe looks at a camera")
        }
        var status = stat()
        if stat(address.location, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw Failure(.usage, while: action, because: "it is a folder: name the recordings in it")
            case S_IFIFO:
                throw Failure(
                    .usage, while: action, because: "it is a pipe, and a recording is replayed more than once",
                    remedy: "Write it to a file first")
            default: throw Failure(.usage, while: action, because: "it is no file")
            }
        }
        let source = try FFmpegSource(address, settings: capture)
        path = text
        let length = source.stream.duration
        let begin = RecordingTime(
            of: address.location, recordedAt: source.stream.recordedAt, duration: length, given: nil)
        time = length.flatMap { length in
            begin.basis == .now
                ? nil : begin.start...WallTime(milliseconds: begin.start.milliseconds + length.milliseconds)
        }
    }
}
