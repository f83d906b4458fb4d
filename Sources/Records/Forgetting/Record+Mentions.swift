extension Record {
    /// Returns whether the record goes when a plate is forgotten. An event is its own plate's: another text that it was read as is taken out of it.
    ///
    /// - Parameter plate: as `PlateText` has it.
    public func mentions(_ plate: String) -> Bool {
        switch self {
        case .plate(let event): PlateText.normal(event.plate) == plate
        case .session(let session): session.tells(of: plate)
        case .opening(let opening): opening.tells(of: plate)
        case .match(let match): match.tells(of: plate)
        case .candidate(let candidate): candidate.plate.flatMap { PlateText.normal($0) } == plate
        case .torn(let torn): torn.fragment.contains(Array(plate.utf8))
        case .other(let other): other.line.contains(Array(plate.utf8))
        case .gap, .seal, .health, .forgotten: false
        }
    }
}

extension MissRecord {
    /// Returns whether one of its readings is the plate, or the part of it that was read: `?` stands for what was not.
    ///
    /// - Parameter plate: as `PlateText` has it.
    public func mentions(_ plate: String) -> Bool {
        texts.contains { text in
            guard text.contains("?") else { return PlateText.normal(text) == plate }
            return text.count == plate.count && zip(text, plate).allSatisfy { $0 == "?" || $0 == $1 }
        }
    }
}
