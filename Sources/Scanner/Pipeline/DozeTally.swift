import Capture

/// Adds up what dozing came to over all the times a source was opened.
struct DozeTally {
    private(set) var total = DozeCount()
    private var before = DozeCount()

    mutating func add(_ found: DozeCount) {
        total.dozed += found.dozed - before.dozed
        total.wakes += found.wakes - before.wakes
        before = found
    }

    /// The source was opened anew, and counts from zero.
    mutating func reset() { before = DozeCount() }
}
