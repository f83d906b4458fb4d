import Capture

/// Adds up what resting came to over all the times a source was opened.
struct RestTally {
    private(set) var total = RestCount()
    private var before = RestCount()

    mutating func add(_ found: RestCount) {
        total.rested += found.rested - before.rested
        total.wakes += found.wakes - before.wakes
        before = found
    }

    /// The source was opened anew, and counts from zero.
    mutating func reset() { before = RestCount() }
}
