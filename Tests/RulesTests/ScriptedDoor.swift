import Delivery
import Settings
import Synchronization

/// A door that does what a test says.
struct ScriptedDoor: Way {
    static var type: String { "scripted" }

    final class Script: Sendable {
        struct State {
            var got: [Parcel] = []
            var attempts = 0
            var trouble: Trouble?
            /// So many attempts are refused for good.
            var refusals = 0
            var isHung = false
            /// One that hangs has opened all the same.
            var hasOpened = false
        }
        let state = Mutex(State())
        var got: [Parcel] { state.withLock { $0.got } }
        var attempts: Int { state.withLock { $0.attempts } }
    }

    struct Scripted: Destination {
        let script: Script

        func deliver(_ parcels: [Parcel]) async -> Delivered {
            let (trouble, isHung) = script.state.withLock { state -> (Trouble?, Bool) in
                state.attempts += 1
                if state.refusals > 0 {
                    state.refusals -= 1
                    return (Trouble(.refused, "it answered 403"), false)
                }
                if state.trouble == nil, !state.isHung { state.got += parcels }
                return (state.trouble, state.isHung)
            }
            while isHung, !Task.isCancelled { await Task.yield() }
            if isHung, script.state.withLock({ $0.hasOpened }) { return Delivered(count: parcels.count) }
            if isHung { return Delivered(count: 0, trouble: Trouble(.again(after: nil), "it hung")) }
            return trouble.map { Delivered(count: 0, trouble: $0) } ?? Delivered(count: parcels.count)
        }
    }

    var script = Script()
    var place: String { "the test" }
    var lines: [String] { [] }

    mutating func read(_ reader: MappingReader) {}

    func open(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination { Scripted(script: script) }

    static func == (a: ScriptedDoor, b: ScriptedDoor) -> Bool { a.script === b.script }
}
