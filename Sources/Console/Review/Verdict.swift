import Answers
import Records

/// What somebody said of a plate that chance drew: whether it is right. It names no text.
struct Verdict: Equatable, Sendable {
    let camera: String
    let id: String
    /// As its event has them.
    let probability: Double
    let odds: Double?
    /// Nil where its picture does not tell.
    let isRight: Bool?

    var look: CameraOdds.Look? {
        isRight.map { CameraOdds.Look(probability: probability, odds: odds, isRight: $0) }
    }
}
