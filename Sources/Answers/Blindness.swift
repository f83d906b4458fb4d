import Basics
import Records

/// For how long cameras could not see in a period: no plate found then means nothing.
public struct Blindness: Equatable, Sendable {
    /// A time in which one camera could not see.
    public struct Span: Equatable, Sendable {
        public var camera: String
        public var start: WallTime
        /// Nil while it lasts.
        public var end: WallTime?

        public init(camera: String, start: WallTime, end: WallTime?) {
            self.camera = camera
            self.start = start
            self.end = end
        }
    }

    public struct Total: Equatable, Sendable {
        public var camera: String
        public var time: Duration
        /// Whether the camera is blind now.
        public var lasts: Bool
    }

    /// By the cameras' names.
    public let totals: [Total]
    /// Paths of logs that cannot be read: what stands in them is not known.
    public var unreadLogs: [String] = []

    /// - Parameters:
    ///   - from: nil for the beginning of all time.
    ///   - now: until when a blindness lasts that has not ended.
    public init(_ spans: [Span], from: WallTime?, until: WallTime?, now: WallTime) {
        let end = min(until ?? now, now)
        totals = Dictionary(grouping: spans, by: \.camera).compactMap { camera, spans -> Total? in
            var covered = Int64(0)
            var last = from?.milliseconds ?? .min
            // Causes overlap: a camera that is dark and then lost is blind once.
            for span in spans.sorted(by: { $0.start < $1.start }) {
                let start = max(span.start.milliseconds, last)
                let stop = min((span.end ?? end).milliseconds, end.milliseconds)
                guard stop > start else { continue }
                covered += stop - start
                last = stop
            }
            guard covered > 0 else { return nil }
            let lasts = spans.contains { $0.end == nil } && end == now
            return Total(camera: camera, time: .milliseconds(covered), lasts: lasts)
        }.sorted { $0.camera < $1.camera }
    }

    /// A sentence a camera.
    public var sentences: [String] {
        totals.map {
            "In this time \($0.camera.shown) was blind for \($0.time.inWords)\($0.lasts ? ", and still is" : "")."
        }
            + unreadSentences
    }

    /// A sentence a log that cannot be read.
    public var unreadSentences: [String] {
        unreadLogs.map {
            "The log \($0.shown) cannot be read: what its camera saw lately is not known. plated-hub status says why."
        }
    }

    /// The paths of logs that cannot be read, as a list of JSON.
    public var unreadLogsJSON: String { JSONObject.list(unreadLogs.map(JSONLine.quoted)) }

    /// As a list of JSON.
    public var json: String {
        JSONObject.list(
            totals.map { total in
                var object = JSONObject()
                object.add("camera", total.camera)
                object.add("blind_s", total.time.seconds, digits: 1)
                object.add("lasts", total.lasts)
                return object.text
            })
    }
}

extension Duration {
    /// `9 h 21 min`, `12 s`: the two largest units.
    public var inWords: String {
        let seconds = components.seconds
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let used = parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
        return used.isEmpty ? "less than a second" : used.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
