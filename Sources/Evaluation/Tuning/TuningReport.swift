import ALPR
import Basics

/// What is told of a tuning: how each variation did, which is recommended, and every text that would change.
public struct TuningReport {
    /// A text that some settings tell and others do not.
    struct Change {
        var recording: String
        var text: String
        /// Seconds into the recording.
        var position: Double
        /// Whether it counts; nil where nobody knows of that recording.
        var counts: Bool?
        /// In how many pictures that are not much the same it was read.
        var looks: Int
        var isToldAtPresent: Bool
        var isToldWhenRecommended: Bool
        /// Names of the variations that tell it, where the present settings do not; else of those that do not.
        var settings: [String]
        var crop: LumaImage
    }

    /// A variation that reads the same costs less where it takes at most so much of the processor.
    private static let saving = 0.8

    let truth: Truth
    let present: Trial
    /// By themselves, and behind them those that were tried together.
    let trials: [Trial]
    public let recommended: Trial?
    let changes: [Change]
    let recordings: [(name: String, pictures: Int, seconds: Double)]
    private let decoding: Double
    /// What could not be tried, each with why.
    public var notTried: [String] = []
    /// Of the configuration that was tried; nil where there is none.
    public var file: String?

    init(
        truth: Truth, takes: [Take], second: [Take], present: Trial, trials: [Trial], recommended: Trial?
    ) {
        self.truth = truth
        self.present = present
        self.trials = trials
        self.recommended = recommended
        decoding = takes.reduce(0) { $0 + $1.decodingMilliseconds }
        recordings = takes.map { ($0.recording, $0.pictures, $0.seconds) }
        changes = takes.indices.flatMap { number in
            let sightings = [takes[number].sightings] + (second.isEmpty ? [] : [second[number].sightings])
            return Self.changes(
                in: number, of: takes[number].recording, sightings, truth: truth, present: present, trials: trials,
                recommended: recommended)
        }
    }

    /// Processor time, decoding included, as a multiple of what the present settings take.
    func cost(of trial: Trial) -> Double {
        (decoding + trial.milliseconds) / max(0.001, decoding + present.milliseconds)
    }

    func verdict(on trial: Trial) -> Trial.Verdict { trial.verdict(beside: present, truth: truth) }

    /// Variations that read as much and cost clearly less, the cheapest first.
    var cheaper: [Trial] {
        trials.filter { verdict(on: $0) == .same && cost(of: $0) <= Self.saving }.sorted { cost(of: $0) < cost(of: $1) }
    }

    private static func changes(
        in number: Int, of recording: String, _ sightings: [Sightings], truth: Truth, present: Trial, trials: [Trial],
        recommended: Trial?
    ) -> [Change] {
        func told(_ trial: Trial, _ text: String) -> Take.Told? { trial.told[number].first { $0.text == text } }
        let texts = ([present] + trials).reduce(into: Set<String>()) { $0.formUnion($1.told[number].map(\.text)) }
        return texts.sorted().compactMap { text in
            let tellers = trials.filter { told($0, text) != nil }
            let atPresent = told(present, text)
            guard atPresent == nil || tellers.count < trials.count else { return nil }
            guard let first = atPresent ?? tellers.first.flatMap({ told($0, text) }) else { return nil }
            let others = atPresent == nil ? tellers : trials.filter { told($0, text) == nil }
            let best = sightings.compactMap { $0.all[text] }.max { $0.worth < $1.worth }
            return Change(
                recording: recording, text: text, position: first.position, counts: truth.counts(text, in: number),
                looks: sightings.map { $0.looks(at: text) }.max() ?? 0, isToldAtPresent: atPresent != nil,
                isToldWhenRecommended: recommended.map { told($0, text) != nil } ?? (atPresent != nil),
                settings: others.map(\.variation.name),
                crop: best?.crop ?? LumaImage(width: 0, height: 0))
        }.sorted { $0.position < $1.position }
    }
}
