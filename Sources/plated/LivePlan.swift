import ALPR
import Basics
import CameraConfiguration
import Engines
import FFmpegCapture
import Live
import Records
import Scanner

/// Where the scanner's socket is, on which a hub hears how it is, and whether live pictures are offered there.
struct LivePlan {
    /// Of the JPEGs: the plates stay legible, and a picture of 640 pixels has about 30 kB.
    private static let quality = 70

    private let configuration: Configuration

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// What the configuration asks for and cannot have; nil where it can.
    var problem: String? {
        guard let folder = configuration.live.folder else { return nil }
        return UnixAddress.problem(with: UnixAddress.path(in: folder, camera: configuration.camera))
            .map { "is too long for the socket of \(configuration.camera): its path \($0)" }
    }

    /// Nil where there is no socket: of a recording whose folder is not named, and by hand of a scanner without a log.
    func offer(isRecording: Bool) throws(Failure) -> LiveOffer? {
        let isOffered = configuration.live.offered
        guard !isRecording || isOffered,
            let folder = configuration.live.folder ?? (isRecording ? nil : Installation.runtimeFolder ?? besideLog)
        else { return nil }
        if let problem { throw Failure(.configuration, while: "live.folder", because: problem) }
        let encoder = JPEGEncoder(quality: Self.quality)
        return LiveOffer(
            address: try UnixAddress(folder: folder, camera: configuration.camera), showsPictures: isOffered,
            hidesPlates: PrivacyPlan(configuration).hidesPlates, encode: { try encoder.bytes(of: $0) })
    }

    /// The folder of the log, which is where a scanner by hand and a hub meet anyhow; nil where no socket can be there.
    private var besideLog: String? {
        guard let log = configuration.log.file, EventLog.canBe(at: log) else { return nil }
        let folder = log.lastIndex(of: "/").map { $0 == log.startIndex ? "/" : String(log[..<$0]) } ?? "."
        let path = UnixAddress.path(in: folder, camera: configuration.camera)
        return UnixAddress.problem(with: path) == nil ? folder : nil
    }
}
