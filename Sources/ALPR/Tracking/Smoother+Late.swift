import Plates

/// What is read of a frame when later ones have been counted.
extension Smoother {
    /// Decides on plates that wait for their direction, where no frame has come for so long that they would have gone: said when the camera
    /// is back, it would be said as of then, and a barrier would open for nobody.
    mutating func release(at time: Timestamp) -> Result {
        var result = Result()
        let limit = Timestamp(time.sinceStart - settings.close)
        for index in tracks.indices
        where tracks[index].heldSince != nil && !tracks[index].isRefused && tracks[index].lastSeen < limit {
            decide(&tracks[index], in: nil, isLast: true, into: &result)
        }
        return result
    }

    /// What became of a late reading.
    enum Lateness {
        case counted
        /// Its track needed it no more.
        case notNeeded
        /// What it was about is gone.
        case gone
    }

    /// Counts what another engine reads of a place whose own reading has voted.
    mutating func second(_ reading: PlateReading, by view: ViewReading, into result: inout Result) -> Lateness {
        let both = reading.seconded(by: view, formats: formats)
        for index in tracks.indices where tracks[index].replace(with: both) {
            decide(&tracks[index], in: nil, into: &result)
            return .counted
        }
        return isSettled(reading.region.box, at: reading.time) ? .notNeeded : .gone
    }

    /// Counts a reading of a place that had none that counts: in the track that it fits, or in a new one, if that would be alive still.
    ///
    /// - Parameter frame: in which it was read; nil where no evidence is kept.
    mutating func addLate(_ reading: PlateReading, in frame: Frame?, into result: inout Result) -> Lateness {
        let fitting = tracks.indices.compactMap { index in
            tracks[index].affinity(with: reading).map { (index: index, affinity: $0) }
        }
        if let index = fitting.max(by: { $0.affinity < $1.affinity })?.index {
            tracks[index].insert(Ballot(reading: reading))
            decide(&tracks[index], in: frame, into: &result)
            part(index, in: frame, into: &result)
            return .counted
        }
        if let lastFrame, lastFrame - reading.time > settings.close { return .gone }
        tracks.append(Track(id: nextID, first: Ballot(reading: reading)))
        nextID += 1
        decide(&tracks[tracks.count - 1], in: frame, into: &result)
        return .counted
    }
}
