import Records

/// What is to be done at its time, the earliest first: a binary heap.
struct DueQueue<What: Sendable>: Sendable {
    private var heap: [(time: WallTime, what: What)] = []

    mutating func add(_ what: What, at time: WallTime) {
        heap.append((time, what))
        var place = heap.count - 1
        while place > 0, heap[place].time < heap[(place - 1) / 2].time {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// When the next one is due.
    var first: WallTime? { heap.first?.time }

    /// The next one, where its time has come.
    mutating func next(until now: WallTime) -> (time: WallTime, what: What)? {
        guard let first = heap.first, first.time <= now else { return nil }
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].time < heap[least].time
            {
                least = child
            }
            if least == place { return first }
            heap.swapAt(place, least)
            place = least
        }
    }
}
