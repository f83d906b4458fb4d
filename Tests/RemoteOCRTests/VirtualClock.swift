import Synchronization

@testable import RemoteOCR

/// The time that a test is at, the fault that a server has then, and what it was sent.
final class VirtualClock: Sendable {
    struct Request {
        var second: Double
        var crops: Int
        var bytes: Int
    }

    private struct State {
        var milliseconds = 0
        var fault: ServerFault?
        var requests: [Request] = []
        var condition = RemoteCondition.reads
    }

    private static let start = ContinuousClock.now
    private let state = Mutex(State())

    var now: Docket.Moment {
        let milliseconds = state.withLock(\.milliseconds)
        return .init(
            instant: Self.start + .milliseconds(milliseconds), second: 20_000 * 86_400 + milliseconds / 1000)
    }

    var fault: ServerFault? { state.withLock(\.fault) }
    var requests: [Request] { state.withLock(\.requests) }
    /// How the server did when answers were last asked for.
    var condition: RemoteCondition { state.withLock(\.condition) }

    func set(milliseconds: Int, fault: ServerFault?) {
        state.withLock { ($0.milliseconds, $0.fault) = (milliseconds, fault) }
    }

    func note(crops: Int, bytes: Int) {
        state.withLock {
            $0.requests.append(Request(second: Double($0.milliseconds) / 1000, crops: crops, bytes: bytes))
        }
    }

    func tell(_ condition: RemoteCondition) { state.withLock { $0.condition = condition } }
}

extension Docket.Moment {
    static func + (moment: Self, time: Duration) -> Self {
        .init(instant: moment.instant + time, second: moment.second + Int(time / .seconds(1)))
    }
}
