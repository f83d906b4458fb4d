import History

/// What Home Assistant was told, and what is to be told again where it or the broker was away.
struct ToldCameras {
    var announced: Set<String> = []
    /// Whether those are all there are.
    var areAll = false
    /// The last plate that a camera's topic has: its number in the history. It is read there anew, since it may be forgotten by then.
    var last: [String: Int64] = [:]
    /// Cameras whose last plate was taken away, and that have told none since: what carried it may have been lost with its connection.
    var cleared: Set<String> = []
    /// Whether it may have been.
    var areClearedInDoubt = false
    /// How many of a camera's gaps were told as they began or ended.
    var gaps: [String: Int] = [:]
    /// How cameras stood when that was told last.
    var standings: [String: CameraStanding] = [:]
    /// Plates of the day, as they were told.
    var counts: [String: Int] = [:]
    /// Cameras whose count is to be told anew.
    var uncounted: Set<String> = []
    var isCounting = false
}
