import ALPR
import Plates

/// What `plated run` would make of some pictures, and how well what they show can be seen.
struct Survey {
    /// The readings that agree with a plate.
    struct Agreement {
        var heights: [Double] = []
        var legibilities: [Legibility] = []
    }

    private var recogniser: Recogniser
    /// Of which something is still being read somewhere else.
    private var awaited = AwaitedFrames()
    /// Pictures looked at.
    private(set) var frames = 0
    private(set) var light: LightMeter
    /// The parts of the picture that have names.
    var lanes: [Lane] { recogniser.lanes }
    /// In the order they were accepted in.
    private(set) var plates: [AcceptedPlate] = []
    /// By the plate's text.
    private(set) var agreements: [String: Agreement] = [:]
    /// Candidates that came to nothing, by the reason.
    private(set) var rejected: [Rejection: Int] = [:]
    private(set) var moments = Moments()
    /// Nil where nobody wants to see them.
    private(set) var glimpses: Glimpses?

    /// Plates by their tracks.
    private(set) var texts: [Int: String] = [:]

    /// - Parameter keepsGlimpses: whether every candidate is to be shown.
    init(_ recogniser: Recogniser, keepsGlimpses: Bool = false) {
        self.recogniser = recogniser
        glimpses = keepsGlimpses ? Glimpses() : nil
        light = LightMeter(roi: recogniser.roi)
    }

    mutating func add(_ frame: Frame) throws -> Recognition {
        frames += 1
        light.add(frame.image)
        let recognition = try recogniser.recognise(frame)
        showLate(recognition)
        moments.offer(frame, recognition)
        glimpses?.take(frame, recognition)
        count(recognition)
        awaited.keep(frame, recognition, waitingFor: recogniser.awaited)
        return recognition
    }

    /// What was still waiting when the last picture was over.
    mutating func finish() -> Recognition {
        let recognition = recogniser.finish()
        showLate(recognition)
        count(recognition)
        return recognition
    }

    /// What is told late is shown in the picture that it is about.
    private mutating func showLate(_ recognition: Recognition) {
        for late in awaited.frames(of: recognition) {
            moments.offer(late.frame, recognition, after: late.reports)
            glimpses?.take(late.frame, recognition)
        }
    }

    private mutating func count(_ recognition: Recognition) {
        for plate in recognition.accepted {
            plates.append(plate)
            texts[plate.track] = plate.text
        }
        for report in recognition.reports {
            moments.add(report)
            let text = plate(agreeingWith: report)
            glimpses?.settle(report, plate: text)
            if let text {
                agreements[text, default: Agreement()].heights.append(report.textHeight)
                if let legibility = report.legibility { agreements[text]?.legibilities.append(legibility) }
            } else if case .rejected(let reason) = report.outcome {
                rejected[reason, default: 0] += 1
            }
        }
    }

    /// The plate that a reading was one more of.
    private func plate(agreeingWith report: CandidateReport) -> String? {
        guard let track = report.track else { return nil }
        switch report.outcome {
        case .accepted, .rejected(.reported): return texts[track]
        // It came again: another track, and the same plate.
        case .rejected(.cooldown):
            return report.candidates.first.map(\.text).flatMap { agreements[$0] == nil ? nil : $0 }
        default: return nil
        }
    }
}
