import ALPR
import PlateDrawing

/// A drawn plate that goes through localiser, reader and vote now and then: if it is not read, no other would be either.
///
/// It has a vote and a cooldown of its own, so that nothing of it can reach the log of plates.
struct Canary {
    /// Characters that are told apart only by a reader that works.
    static let text = "KD58RXB"

    private static let picture: LumaImage = {
        let plate = RenderedPlate("KD58 RXB", characterHeight: 32).image()
        let (width, height) = (plate.width + 160, plate.height + 120)
        var picture = LumaImage(width: width, height: height, filledWith: 96)
        for y in 0..<plate.height {
            for x in 0..<plate.width { picture[80 + x, 60 + y] = plate[x, y] }
        }
        return picture
    }()

    private var recogniser: Recogniser

    /// - Parameter recogniser: whose localiser and engine are looked at; its settings are the canary's own.
    init(checking recogniser: Recogniser) {
        self.recogniser = recogniser.another(settings: Recogniser.Settings())
    }

    /// Returns what went wrong; nil where the plate was accepted once, and right.
    mutating func complaint() -> String? {
        var accepted: [String] = []
        do {
            for number in 0..<3 {
                let frame = Frame(image: Self.picture, time: Timestamp(.milliseconds(200 * number)))
                accepted += try recogniser.recognise(frame).accepted.map(\.text)
            }
        } catch {
            return "\(error)"
        }
        if accepted == [Self.text] { return nil }
        return accepted.isEmpty ? "nothing was read" : "\(accepted.joined(separator: ", ")) was read"
    }
}
