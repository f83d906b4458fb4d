import ALPR

/// The pictures of a survey that show most, each with what became of the candidates in it.
struct Moments {
    struct Moment {
        var frame: Frame
        /// How much was read in it.
        var score: Double
        var reports: [CandidateReport] = []
    }

    /// So many are kept; a 4K picture in colour takes 12 MB.
    private static let limit = 6
    /// Of pictures nearer to each other than this, one is kept.
    private static let distance = Duration.milliseconds(500)

    private(set) var all: [Moment] = []
    /// The same of pictures that show nothing, which are to come from all of the time.
    private var emptyDistance = distance

    /// Keeps a picture that shows more than one that is kept.
    ///
    /// - Parameters:
    ///   - recognition: of which that counts which is about this picture.
    ///   - reports: what became of others in it before that.
    mutating func offer(_ frame: Frame, _ recognition: Recognition, after reports: [CandidateReport] = []) {
        // Of what did not read like a plate, the largest tells most.
        let seen = recognition.reports.filter { $0.time == frame.time }.map(\.textHeight).max() ?? 0
        let read = recognition.readings.filter { $0.time == frame.time }.reduce(0) { $0 + $1.weight }
        let moment = Moment(frame: frame, score: read + seen / 10_000, reports: reports)
        if let same = all.firstIndex(where: { $0.frame.time == frame.time }) {
            all[same].score = max(all[same].score + read, moment.score)
            return
        }
        if let near = all.firstIndex(where: { abs(frame.time - $0.frame.time) < Self.distance }) {
            if moment.score > all[near].score { all[near] = moment }
            return
        }
        if moment.score == 0, let last = all.last(where: { $0.score == 0 }),
            abs(frame.time - last.frame.time) < emptyDistance
        {
            return
        }
        if all.count < Self.limit {
            all.append(moment)
        } else if moment.score == 0 {
            thinOut()
        } else if let least = all.indices.min(by: { all[$0].score < all[$1].score }), all[least].score < moment.score {
            all[least] = moment
        }
    }

    /// Lets go of every other picture that shows nothing.
    private mutating func thinOut() {
        let empty = all.indices.filter { all[$0].score == 0 }
        guard empty.count > 1 else { return }
        let gone = Set(empty.enumerated().filter { $0.offset % 2 == 1 }.map(\.element))
        all = all.indices.filter { !gone.contains($0) }.map { all[$0] }
        emptyDistance = emptyDistance * 2
    }

    /// Notes what became of a candidate.
    mutating func add(_ report: CandidateReport) {
        if let index = all.firstIndex(where: { $0.frame.time == report.time }) { all[index].reports.append(report) }
    }

    /// The picture in which most of the plates of these tracks were read, and the largest.
    func best(tracks: Set<Int>) -> Moment? {
        func worth(_ moment: Moment) -> (Double, Double) {
            let read = moment.reports.filter { !$0.candidates.isEmpty && $0.track.map(tracks.contains) ?? false }
            return (read.reduce(0) { $0 + $1.textHeight }, moment.score)
        }
        return all.max { worth($0) < worth($1) }
    }
}

private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
