import Answers
import Rules

/// The lists of plates, by their names: nothing of what stands on them.
struct ListMetrics {
    let state: ListWatch.State

    var families: [MetricFamily] {
        var entries = MetricFamily("plated_list_entries", .gauge, "Entries of a list of plates.")
        for list in state.lists.sorted(by: { $0.fileName < $1.fileName }) {
            entries.add(list.entries.count, ["list": list.name, "kind": list.kind.rawValue])
        }
        var broken = MetricFamily("plated_lists_broken", .gauge, "Files of lists that cannot be read as they are now.")
        broken.add(state.broken.count)
        return [entries, broken]
    }
}
