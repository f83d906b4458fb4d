import CameraSetup
import Records

/// A camera that somebody is setting up: what was typed, what a look showed, what was tried, and what became of it. Kept in memory until
/// nobody has touched it for an hour; pictures of the look lie in the hub's state folder.
struct Draft: Sendable {
    /// What was typed of user and password. In no page, no response and no talk.
    enum Secret: Sendable, Equatable {
        case kept
        case none
        /// With the address that it was typed for.
        case new(user: String, password: String, address: String?)

        var kind: CameraFile.Credentials {
            switch self {
            case .kept: .kept
            case .none: .none
            case .new: .handedOver
            }
        }
    }

    /// Something that takes its time.
    struct Work: Sendable {
        enum State: Sendable, Equatable {
            case going
            case done
            /// Why, for people.
            case failed(String)
        }

        var state = State.going
        var findings: SetupFindings?
        /// By the numbers that findings have for them.
        var pictures: [Int: [UInt8]] = [:]
        var seconds = 0
        /// Tells it from all others of the desk, also of a draft that was discarded.
        var number = 0
        /// Where it looks for plates.
        var areas: [SetupRegion] = []
        /// Of a try.
        var basis: Basis?
    }

    /// The pictures that settings are tried on.
    struct Basis: Sendable {
        var frames: Int
        var seconds: Int
        /// Of the pictures that a running camera's scanner analysed; nil of those of a look.
        var time: ClosedRange<WallTime>?
    }

    enum Stage: Sendable {
        case look, retry
    }

    subscript(_ stage: Stage) -> Work? {
        get { stage == .look ? look : retry }
        set { if stage == .look { look = newValue } else { retry = newValue } }
    }

    /// Nil where nothing was typed: what the file says.
    var values: SetupValues?
    var secret = Secret.kept
    /// The version of the file that it is based on.
    var base = CameraFile.nothing
    var look: Work?
    var retry: Work?
    /// The newest picture, and how many there were.
    var picture: [UInt8]?
    var shown = 0
    /// Pictures that are kept for a try, and their bytes.
    var frames = 0
    var kept = 0
    /// How the camera's pictures lay at that look; nil of upright.
    var orientation: String?
    var isWriting = false
    var verdict: SettingsVerdict?
    /// By a clock that nobody sets.
    var touched: ContinuousClock.Instant

    init(at time: ContinuousClock.Instant) {
        touched = time
    }

    /// Whether something is going on with it that has no end yet.
    var isBusy: Bool { isWriting || look?.state == .going || retry?.state == .going }

    /// Whether only the verdict on what was written is left of it.
    var isSpent: Bool { verdict != nil && values == nil && secret == .kept && frames == 0 && !isBusy }

    func work(_ number: Int, seconds: Int = 0) -> Work {
        let lanes = (values?.lanes ?? []).map(\.area)
        return Work(seconds: seconds, number: number, areas: lanes.isEmpty ? values?.roi.map { [$0] } ?? [] : lanes)
    }
}
