import ALPR
import Addresses
import Basics
import Capture
import Evaluation
import FFmpegCapture
import Logging

/// Replays all recordings with a progress bar. What cannot be read to its end is told, and left out.
struct TunedReplay {
    let recordings: [TunedRecording]
    let capture: CaptureSettings
    let stop: StopSignal
    let log: Logger

    /// Nil for a recording that cannot be read.
    func takes(_ contenders: [Contender], memory: FrameMemory, round: Int) throws -> [Take?] {
        var progress = ProgressBar()
        defer { progress.clear() }
        let replay = Replay(contenders, memory: memory)
        return try recordings.enumerated().map { number, recording in
            do {
                let take = try take(of: recording, replay) { part in
                    progress.show(
                        (Double(number) + part) / Double(recordings.count),
                        "\(round == 1 ? "" : "what helps, together: ")\(recording.path)")
                }
                guard take.pictures < 2 else { return take }
                throw Failure(
                    .badData, while: "replaying \(recording.path)",
                    because: take.pictures == 0
                        ? "there is no picture in it" : "it is one picture, and tune takes recordings")
            } catch let error where error.isOfFile {
                progress.clear()
                log.warning("\(error.leftOut)")
                return nil
            }
        }
    }

    private func take(of recording: TunedRecording, _ replay: Replay, progress: (Double) -> Void) throws -> Take {
        let source = try FFmpegSource(SourceAddress(recording.path), settings: capture)
        let length = source.stream.duration?.seconds ?? 0
        return try replay.take(of: recording.path) { admits in
            if stop.isGiven {
                throw Failure(
                    .interrupted, while: "tuning", because: "it was stopped before its end; nothing was changed")
            }
            let frame = try source.nextFrame(where: admits)
            if let frame, length > 0 { progress(min(1, frame.time.sinceStart.seconds / length)) }
            return frame
        }
    }
}
