import ALPR
import Basics

/// What came of one recording under each of several settings.
public struct Take {
    /// A plate that was reported.
    struct Told: Sendable, Equatable {
        var text: String
        /// Seconds into the recording.
        var position: Double
        /// Pictures that agreed.
        var reads: Int
        var probability: Double?
    }

    /// Of one contender.
    struct Part {
        var told: [Told] = []
        var frames = 0
        /// Of processor time, without decoding.
        var milliseconds = 0.0
    }

    public let recording: String
    var parts: [Part]
    var sightings = Sightings()
    /// Pictures that were decoded, and when the last of them was, in seconds.
    public internal(set) var pictures = 0
    public internal(set) var seconds = 0.0
    var decodingMilliseconds = 0.0

    init(of recording: String, contenders: Int) {
        self.recording = recording
        parts = Array(repeating: Part(), count: contenders)
    }

    mutating func add(_ recognition: Recognition, of contender: Int, in frame: Frame?) {
        if let frame { for reading in recognition.readings { sightings.add(reading, in: frame) } }
        for plate in recognition.accepted {
            sightings.told(plate.text)
            parts[contender].told.append(
                Told(
                    text: plate.text, position: plate.lastSeen.sinceStart.seconds, reads: plate.reads,
                    probability: plate.probability))
        }
    }
}
