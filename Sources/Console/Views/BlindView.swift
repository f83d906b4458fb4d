import Answers

/// For how long cameras could not see in the time that was asked for, as one sentence above what was found: the longest first.
struct BlindView {
    let totals: [Blindness.Total]

    /// False where every camera could see all the time.
    var values: Any {
        guard !totals.isEmpty else { return false }
        let sorted = totals.sorted { $0.time > $1.time }
        let cameras = sorted.enumerated().map { place, total -> Pages.Values in
            [
                "camera": total.camera, "time": total.time.inWords, "lasts": total.lasts,
                "isLast": place == sorted.count - 1,
            ]
        }
        return ["cameras": cameras] as Pages.Values
    }
}
