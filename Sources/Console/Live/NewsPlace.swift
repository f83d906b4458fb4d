/// How far somebody is who follows what is new, and how that is told as server-sent events.
struct NewsPlace: Equatable, Sendable {
    /// So many records are caught up with.
    private static let most: Int64 = 500
    /// After so many that nothing is shown of, the place is told: whoever is away for a moment is not behind then, however busy other cameras
    /// are.
    private static let stride: Int64 = 100

    /// The record behind which it goes on.
    private(set) var seq: Int64
    /// Whether there are records between what a page knows and that, or may be: these are sent to nobody, so the page has to be loaded again.
    let isBehind: Bool
    private var told: Int64

    /// Whoever was away for long, or knows numbers of a history that was there before this one, goes on behind the newest.
    ///
    /// - Parameters:
    ///   - known: the number that a page has; nil, or none, of whoever begins.
    ///   - newest: that of the history's last record.
    init(after known: String?, newest: Int64) {
        let known = known.flatMap { Int64($0) }
        let near = known.flatMap { (newest - Self.most...newest).contains($0) ? $0 : nil }
        seq = near ?? newest
        isBehind = known != nil && near == nil
        told = seq
    }

    /// What is sent first.
    var opening: String {
        "retry: 2000\nid: \(seq)\n\n" + (isBehind ? "event: behind\ndata: \(seq)\n\n" : "")
    }

    /// The rows of all records up to one, and the place, where it is time to tell it.
    ///
    /// The last row alone has it: where the connection ends between two, all of them come again.
    ///
    /// - Parameters:
    ///   - newest: the last of these records; nil where there was none.
    ///   - isBeat: whether the place is told even if it is not far from what was told of it.
    mutating func events(_ rows: [String], upTo newest: Int64?, isBeat: Bool) -> String {
        seq = newest ?? seq
        var text = ""
        for (index, row) in rows.enumerated() {
            if index == rows.count - 1 {
                text += "id: \(seq)\n"
                told = seq
            }
            // At all that ends a line there: what stands behind a CR would be a field of its own.
            text += row.split(whereSeparator: \.isNewline).map { "data: \($0)\n" }.joined() + "\n"
        }
        if seq != told, isBeat || seq - told >= Self.stride {
            text += "event: at\nid: \(seq)\ndata: \(seq)\n\n"
            told = seq
        }
        return text
    }
}
