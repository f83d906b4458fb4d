import ALPR
import Basics
import Logging
import Records

/// Writes the pictures of accepted plates, and takes the old ones away. Lives on the OCR queue.
///
/// Whatever goes wrong costs pictures and never an event: the event says that they are missing, and why.
public struct EvidenceWriter {
    public struct Settings: Sendable, Equatable {
        public var folder: String
        public var keepsCrop: Bool
        public var keepsScene: Bool
        /// Scenes wider than that are shrunk; in pixels.
        public var sceneWidth: Int
        /// What may be kept; nil for all that is ever written.
        public var limits: EvidenceLimits?

        public init(
            folder: String, keepsCrop: Bool = true, keepsScene: Bool = true, sceneWidth: Int = 960,
            limits: EvidenceLimits? = nil
        ) {
            self.folder = folder
            self.keepsCrop = keepsCrop
            self.keepsScene = keepsScene
            self.sceneWidth = sceneWidth
            self.limits = limits
        }
    }

    /// How many pictures were written, were wanted and are missing, and were removed since.
    public struct Counts: Sendable, Equatable {
        public var written = 0
        public var missing = 0
        public var removed = 0

        public init() {}
    }

    /// A picture as a file's bytes.
    private struct Encoded {
        var bytes: [UInt8]
        var width: Int
        var height: Int
    }

    public private(set) var counts = Counts()

    private let settings: Settings
    private let folder: EvidenceFolder
    private let encode: (ColourImage) throws -> [UInt8]
    private let log: Logger
    private var retention: EvidenceRetention?
    private var failures: FailureTalk
    /// Plates of one frame have one scene: it is encoded once.
    private var lastScene: (time: Timestamp, picture: Encoded)?

    /// - Parameters:
    ///   - encode: makes a JPEG of a picture.
    ///   - trust: in the clock that says what is too old.
    /// - Throws: where another scanner keeps its evidence in the folder.
    public init(
        settings: Settings, encode: @escaping (ColourImage) throws -> [UInt8], trust: ClockTrust, log: Logger,
        now: Moment
    ) throws(Failure) {
        folder = try EvidenceFolder(path: settings.folder)
        self.settings = settings
        self.encode = encode
        self.log = log
        retention = settings.limits.map { EvidenceRetention($0, trust: trust, log: log) }
        failures = FailureTalk(of: "plate picture", verb: "kept", at: now.instant)
    }

    /// Writes the pictures of an accepted plate and has them on disk. Returns what its event says of them.
    ///
    /// - Parameters:
    ///   - id: of the event.
    ///   - time: of the event; decides on the folder.
    ///   - taken: when the picture was taken.
    mutating func write(_ evidence: Evidence, id: String, time: WallTime, taken: WallTime, now: Moment) -> PlateEvidence
    {
        var record = PlateEvidence(
            time: taken, box: PlateBox(evidence.box),
            frame: .init(width: evidence.width, height: evidence.height))
        let hour = EvidenceHour(time)
        var pictures: [(kind: EvidenceName.Picture, picture: Encoded)] = []
        var failure: EvidenceFailure?
        for kind in wanted {
            do throws(EvidenceFailure) {
                pictures.append((kind, try picture(kind, of: evidence)))
            } catch {
                failure = error
            }
        }
        let written = folder.write(
            pictures.map { (EvidenceName.of($0.kind, id: id), $0.picture.bytes) }, in: hour)
        failure = written.failure ?? failure
        for (kind, picture) in pictures.prefix(written.count) {
            let name = EvidenceName.of(kind, id: id)
            var file = PlateEvidence.File(
                path: "\(hour.path)/\(name)", sha256: Digest(of: picture.bytes).description, bytes: picture.bytes.count)
            retention?.add(picture.bytes.count, to: hour, at: now.instant)
            switch kind {
            case .crop: record.crop = file
            case .scene:
                (file.width, file.height) = (picture.width, picture.height)
                record.scene = file
            }
        }
        record.missing = failure?.absence
        count(written: written.count, failure: failure, now: now)
        return record
    }

    /// Takes away some of what is too old or too much. Called often; takes a millisecond at most.
    mutating func tend(now: Moment) {
        guard var retention else { return }
        self.retention = nil
        counts.removed += retention.tend(folder, now: now)
        self.retention = retention
    }

    // MARK: - Pictures

    private var wanted: [EvidenceName.Picture] {
        (settings.keepsCrop ? [.crop] : []) + (settings.keepsScene ? [.scene] : [])
    }

    private mutating func picture(
        _ kind: EvidenceName.Picture, of evidence: Evidence
    ) throws(EvidenceFailure) -> Encoded {
        switch kind {
        case .crop: return try encoded(evidence.crop)
        case .scene:
            if let lastScene, lastScene.time == evidence.time { return lastScene.picture }
            guard let scene = evidence.scene else {
                throw EvidenceFailure(.noPicture, reason: "too many plates were being read at once to keep it")
            }
            let picture = try encoded(scene.atMost(width: settings.sceneWidth))
            lastScene = (evidence.time, picture)
            return picture
        }
    }

    private func encoded(_ picture: ColourImage) throws(EvidenceFailure) -> Encoded {
        do {
            return Encoded(bytes: try encode(picture), width: picture.width, height: picture.height)
        } catch {
            throw EvidenceFailure(.noPicture, reason: "\(error)")
        }
    }

    private mutating func count(written: Int, failure: EvidenceFailure?, now: Moment) {
        counts.written += written
        counts.missing += wanted.count - written
        if let failure {
            if let news = failures.failed(because: failure.reason, at: now.instant) {
                log.error("\(news). Events are written all the same")
            }
        } else if let news = failures.succeeded(at: now.instant) {
            log.notice("\(news)")
        }
    }
}

/// What may be kept of evidence.
public struct EvidenceLimits: Sendable, Equatable {
    /// A picture goes within an hour of this age.
    public var age: Duration
    /// Of all pictures together, in bytes.
    public var size: Int

    public init(age: Duration, size: Int) {
        self.age = age
        self.size = size
    }
}
