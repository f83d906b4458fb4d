import ALPR
import Basics
import Plates

/// Follows all places that look like plates, whatever becomes of each look, and tells of those that ended.
///
/// A value without a clock or a file: the time comes with the frames. What it costs grows with the places of one picture, which are few.
struct Passages: Sendable {
    struct Settings: Sendable, Equatable {
        /// A place that was out of sight for longer is another one.
        var gap: Duration
        /// All that voted in it has its end by then.
        var settled: Duration
        var keepsCrops: Bool

        init(_ vote: Smoother.Settings, keepsCrops: Bool) {
            gap = max(vote.close, .milliseconds(500))
            settled = max(vote.window, vote.close) + .seconds(1)
            self.keepsCrops = keepsCrops
        }
    }

    /// Followed at once. A picture full of text must not take the memory.
    static let most = 64
    /// A place that lasts is told of after so long, and again every so often.
    private static let firstWord = Duration.seconds(60)
    private static let nextWord = Duration.seconds(3600)
    /// How long a plate that was read is remembered, for the looks at it that were not followed.
    private static let memory = Duration.seconds(30)

    /// A place to be told of.
    enum Word: Sendable {
        case ended(Passage)
        /// It is still there.
        case lasts(Passage)
    }

    /// A plate that was read, and where it began and ended.
    private struct Read: Sendable {
        var text: String
        var first: Timestamp
        var last: Timestamp
        var boxes: [Box]
    }

    private let settings: Settings
    private var all: [Passage] = []
    private var reads: [Read] = []

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Counts what one frame led to. Returns what there is to tell.
    mutating func add(_ recognition: Recognition, in frame: Frame) -> [Word] {
        take(recognition, in: frame)
        return close(at: frame.time)
    }

    /// Counts what came of earlier frames. Nothing ends without a frame, by whose time it does.
    mutating func hear(_ recognition: Recognition) { take(recognition, in: nil) }

    /// Ends everything: the recording is over.
    mutating func finish() -> [Word] {
        defer { all = [] }
        for passage in all where passage.isRead { remember(passage) }
        return all.map { .ended(judged($0)) }
    }

    // MARK: - Joining

    /// - Parameter frame: the newest; nil where none came.
    private mutating func take(_ recognition: Recognition, in frame: Frame?) {
        for reading in recognition.readings {
            join(
                Passage.Look(
                    time: reading.time, box: reading.region.box, textHeight: reading.region.textHeight,
                    candidate: reading.best, weight: reading.weight), in: frame)
        }
        for report in recognition.reports {
            if report.track != nil {
                settle(report)
            } else if case .rejected(let reason) = report.outcome {
                let index = join(
                    Passage.Look(
                        time: report.time, box: report.box, textHeight: report.textHeight,
                        candidate: report.candidates.first, reason: reason), in: frame)
                if let index, report.outcome.isOfReadPlate { all[index].markRead(report.candidates.first?.text) }
            }
        }
    }

    /// Returns which passage the look belongs to; nil where there are too many.
    @discardableResult
    private mutating func join(_ look: Passage.Look, in frame: Frame?) -> Int? {
        // What was read somewhere else comes with a later frame, which does not show it any more, or with none.
        let own = look.time == frame?.time ? frame : nil
        let text = look.weight == nil ? nil : look.candidate?.text
        var found: (index: Int, affinity: Double)?
        for index in all.indices {
            guard
                let affinity = all[index].affinity(
                    with: look.box, text: text, at: look.time, gap: settings.gap)
            else { continue }
            if affinity > found?.affinity ?? -1 { found = (index, affinity) }
        }
        if let found {
            all[found.index].add(look, in: own, keepsCrop: settings.keepsCrops)
            return found.index
        }
        guard all.count < Self.most else { return nil }
        all.append(Passage(look, in: own, keepsCrop: settings.keepsCrops))
        return all.count - 1
    }

    private mutating func settle(_ report: CandidateReport) {
        for index in all.indices where all[index].settle(report) { return }
    }

    // MARK: - Ends

    private mutating func close(at time: Timestamp) -> [Word] {
        var words: [Word] = []
        for passage in all where time - passage.last > settings.settled && passage.isRead { remember(passage) }
        for index in all.indices {
            if time - all[index].last > settings.settled {
                words.append(.ended(judged(all[index])))
            } else if let word = word(on: all[index], at: time) {
                all[index].told = time
                words.append(word)
            }
        }
        all.removeAll { time - $0.last > settings.settled }
        reads.removeAll { time - $0.last > Self.memory }
        return words
    }

    private func word(on passage: Passage, at time: Timestamp) -> Word? {
        guard !passage.isRead else { return nil }
        let since = passage.told ?? passage.first
        return time - since >= (passage.told == nil ? Self.firstWord : Self.nextWord) ? .lasts(passage) : nil
    }

    /// Gives the place an identifier, by which later words of it are known.
    mutating func name(_ passage: Passage, _ id: String) {
        for index in all.indices where all[index].first == passage.first && all[index].firstBox == passage.firstBox {
            all[index].id = id
        }
    }

    private mutating func remember(_ passage: Passage) {
        reads.append(
            Read(
                text: passage.readText ?? "", first: passage.first, last: passage.last,
                boxes: [passage.firstBox, passage.box]))
    }

    /// A part of a plate's way that was not followed to where it was read is no miss: it says the same text, or begins and ends where
    /// and when that was.
    private func judged(_ passage: Passage) -> Passage {
        guard !passage.isRead else { return passage }
        let others =
            reads
            + all.filter(\.isRead).map {
                Read(text: $0.readText ?? "", first: $0.first, last: $0.last, boxes: [$0.firstBox, $0.box])
            }
        guard let read = others.first(where: { Self.isPart(passage, of: $0, gap: settings.gap) }) else {
            return passage
        }
        var passage = passage
        passage.markRead(read.text)
        return passage
    }

    private static func isPart(_ passage: Passage, of read: Read, gap: Duration) -> Bool {
        if let text = passage.best?.candidate?.text, !read.text.isEmpty, text.count >= 4 {
            let isNear =
                passage.first < read.last + Self.memory && read.first < passage.last + Self.memory
            if isNear, read.text.contains(text) || text.similarity(to: read.text) >= 0.7 { return true }
        }
        guard passage.votes == 0, passage.first < read.last + gap, read.first < passage.last + gap else { return false }
        return read.boxes.contains { box in
            let nearest = min(
                box.centre.distance(to: passage.box.centre), box.centre.distance(to: passage.firstBox.centre))
            return nearest < 3 * max(box.width, passage.box.width)
                && (0.4...2.5).contains(passage.box.height / max(1, box.height))
        }
    }
}
