import Basics

/// How long to wait after a failure: longer after each, the last wait for ever.
struct Backoff {
    /// Hooks that were away for a night are tried within the hour.
    static let usual: [Duration] = [.seconds(5), .seconds(30), .seconds(120), .seconds(600), .seconds(3600)]
    /// A receiver that asks for more is asked again all the same; a day.
    private static let longest = Duration.seconds(86_400)

    private let waits: [Duration]
    private(set) var failures = 0

    init(_ waits: [Duration] = Self.usual) {
        self.waits = waits
    }

    /// - Parameters:
    ///   - asked: the least that the receiver asked for.
    ///   - chance: 0 to 1. Waits vary by a tenth, so that what failed together does not come back together.
    mutating func next(atLeast asked: Duration?, chance: Double) -> Duration {
        let wait = waits.isEmpty ? .seconds(5) : waits[min(failures, waits.count - 1)]
        failures += 1
        let jittered = wait * (0.9 + 0.2 * min(max(chance, 0), 1))
        return max(jittered, min(asked ?? .zero, Self.longest))
    }

    mutating func reset() { failures = 0 }
}

extension Duration {
    /// For people: `30 s`, `2 min`.
    var spoken: String {
        let seconds = Int(milliseconds + 500) / 1000
        if seconds < 1 { return "\(milliseconds) ms" }
        if seconds < 120 { return "\(seconds) s" }
        return seconds < 7200 ? "\((seconds + 30) / 60) min" : "\((seconds + 1800) / 3600) h"
    }
}
