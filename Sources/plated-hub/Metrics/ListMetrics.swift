import Answers
import Rules

/// The lists of plates, by their names: nothing of what stands on them.
struct ListMetrics {
    let lists: [PlateList]
    /// How many files of lists cannot be read as they are now.
    let broken: Int

    var families: [MetricFamily] {
        var entries = MetricFamily("plated_list_entries", .gauge, "Entries of a list of plates.")
        for list in lists.sorted(by: { $0.fileName < $1.fileName }) {
            entries.add(list.entries.count, ["list": list.name, "kind": list.kind.rawValue])
        }
        var unread = MetricFamily("plated_lists_broken", .gauge, "Files of lists that cannot be read as they are now.")
        unread.add(broken)
        return [entries, unread]
    }
}
