import ALPR
import Basics

/// That the pictures of a source are too far apart for a plate to be seen twice, for people.
struct PictureSpacing: CustomStringConvertible {
    let description: String

    /// - Parameters:
    ///   - rate: pictures a second; 0 or nil where that is not known.
    ///   - name: of the source.
    /// - Returns: nil where a plate can be seen as often as the vote asks for, as far as that is known.
    init?(rate: Double?, of name: String, vote: Smoother.Settings) {
        guard let rate, rate > 0, vote.minimumReads > 1 || vote.minimumWeight > 1 else { return nil }
        let apart = Duration.seconds(1 / rate)
        // A rate is rounded.
        guard apart > vote.close + .milliseconds(20) else { return nil }
        description =
            "the pictures of \(name) are \(apart.seconds.inTenths) s apart, and vote.close_ms is \(vote.close.milliseconds): each plate is seen once"
            + " at most, and none is reported. It takes more pictures, or vote.minimum_reads: 1 and vote.minimum_weight: 0.5"
    }
}
