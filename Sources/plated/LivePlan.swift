import ALPR
import Basics
import CameraConfiguration
import Engines
import FFmpegCapture
import Live
import Scanner

/// Whether and where the live picture is offered.
struct LivePlan {
    /// Of the JPEGs: the plates stay legible, and a picture of 640 pixels has about 30 kB.
    private static let quality = 70

    private let configuration: Configuration

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// What the configuration asks for and cannot have; nil where it can.
    var problem: String? {
        guard configuration.live.offered, let folder = configuration.live.folder else { return nil }
        return UnixAddress.problem(with: UnixAddress.path(in: folder, camera: configuration.camera))
            .map { "is too long for the socket of \(configuration.camera): its path \($0)" }
    }

    /// Nil where nothing is offered: nobody watches a recording whose folder is not named.
    func offer(isRecording: Bool) throws(Failure) -> LiveOffer? {
        guard configuration.live.offered,
            let folder = configuration.live.folder ?? (isRecording ? nil : Installation.runtimeFolder)
        else { return nil }
        if let problem { throw Failure(.configuration, while: "live.folder", because: problem) }
        let encoder = JPEGEncoder(quality: Self.quality)
        return LiveOffer(
            address: try UnixAddress(folder: folder, camera: configuration.camera),
            hidesPlates: PrivacyPlan(configuration).hidesPlates, encode: { try encoder.bytes(of: $0) })
    }
}
