import ALPR
import FFmpegCapture
import Scanner
import TesseractOCR

/// Reads whole files, one after the other, on the caller's thread.
struct FileReader {
    let settings: Recogniser.Settings
    let engine: TesseractEngine
    let interval: Duration
    let configuration: Configuration

    /// Reads a picture or a recording to its end; returns how many plates were accepted.
    ///
    /// - Parameter progress: gets the part of the file that is done, 0-1.
    func read(
        _ file: String, sink: any EventSink, explanations: Explanations?, progress: (Double) -> Void
    ) throws -> Int {
        let address = SourceAddress(file)
        let source = try FFmpegSource(address)
        let start = source.stream.recordedAt.map { WallTime(milliseconds: Int64($0 * 1000)) } ?? .now
        var outlet: any Outlet = EventOutlet(
            camera: configuration.camera, engine: configuration.engine.rawValue, clock: .recording(start: { start }),
            file: address.recordingName, sink: sink, explanations: explanations)
        var gate = FrameGate(interval: interval)
        var found = 0
        func take(_ recognition: Recognition) throws {
            found += recognition.accepted.count
            try outlet.write(recognition, arrival: .now)
        }

        guard let first = try source.nextFrame(where: { gate.admits($0) }) else {
            throw Failure(.badData, "reading \(address): there is no picture in it that can be decoded")
        }
        var next = try source.nextFrame(where: { gate.admits($0) })
        let isStill = next == nil && source.decoded == 1
        var recogniser = Recogniser(
            localiser: RowLocaliser(minimumTextHeight: settings.minimumTextHeight), engine: engine,
            settings: isStill ? settings.forStills : settings)
        try take(recogniser.recognise(first))
        while let frame = next {
            if let duration = source.stream.duration { progress(frame.time.sinceStart.seconds / duration.seconds) }
            try take(recogniser.recognise(frame))
            next = try source.nextFrame(where: { gate.admits($0) })
        }
        try take(recogniser.finish())
        try outlet.close()
        progress(1)
        return found
    }
}
