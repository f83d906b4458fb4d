import ALPR
import Basics
import CameraConfiguration
import FFmpegCapture
import Live
import Records
import Scanner

/// Where the scanner's socket is, on which a hub hears how it is, and whether live pictures are offered there.
struct LivePlan {
    /// Of the JPEGs: the plates stay legible, and a picture of 640 pixels has about 30 kB.
    private static let quality = 70

    let configuration: Configuration
    /// Nil where the camera has no folder.
    let places: CameraPlaces?

    /// Nil where there is no socket: of a scanner by hand without a folder, and of a recording.
    func offer(isRecording: Bool) throws(Failure) -> LiveOffer? {
        guard let places, !isRecording else { return nil }
        let encoder = JPEGEncoder(quality: Self.quality)
        return LiveOffer(
            address: try UnixAddress(places.socket), showsPictures: configuration.live.offered,
            hidesPlates: PrivacyPlan(configuration).hidesPlates, encode: { try encoder.bytes(of: $0) })
    }
}
