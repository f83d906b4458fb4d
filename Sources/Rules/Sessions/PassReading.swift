import Basics
import Plates
import Records

/// A plate that was read at an entry or an exit: its pass, and the texts that it may have been.
struct PassReading: Sendable, Equatable {
    /// A text with how much less it counts than the one that won, in logarithms.
    struct Text: Sendable, Equatable {
        var text: String
        var weight: Float
    }

    var pass: SessionPass
    /// The plate first, then what else was voted for.
    var texts: [Text]

    init(pass: SessionPass, texts: [Text]) {
        self.pass = pass
        self.texts = texts
        makeFinite()
    }

    init(_ event: PlateEvent) {
        pass = SessionPass(event)
        texts = [Text(text: event.plate, weight: 0)]
        makeFinite()
        guard !event.plate.hasPrefix(Pseudonyms.mark) else { return }
        let won = event.candidates.first { $0.plate == event.plate }?.confidence ?? event.confidence
        for candidate in event.candidates where candidate.plate != event.plate {
            let share = candidate.confidence / max(won, 0.01)
            guard share > 0, !texts.contains(where: { $0.text == candidate.plate }) else { continue }
            texts.append(Text(text: candidate.plate, weight: Float(min(0, naturalLogarithm(share)))))
        }
    }

    /// A line may have no number there; the file of open sessions takes nothing else.
    private mutating func makeFinite() {
        if !pass.confidence.isFinite { pass.confidence = 0 }
    }

    var plate: String { pass.plate }
    var time: WallTime { pass.time }
    /// Only the very same text is the same plate.
    var isPseudonym: Bool { plate.hasPrefix(Pseudonyms.mark) }

    /// Whether both are of one vehicle that one camera has reported twice: it tells apart what is alike.
    func isSamePlate(as other: PassReading) -> Bool {
        if isPseudonym || other.isPseudonym { return plate == other.plate }
        let (one, other) = (ReadPlate(text: plate, isSure: false), ReadPlate(text: other.plate, isSure: false))
        return one.isOneVehicle(with: other, .toldApart)
    }

    /// What says that both are of one vehicle, given that they are.
    func match(with other: PassReading) -> SessionMatch {
        if plate == other.plate { return .exact }
        let own = Set(texts.map(\.text))
        return other.texts.contains { own.contains($0.text) } ? .candidate : .alike
    }
}
