/// Other plates than its own that stand in an event, where one of them is forgotten.
extension PlateEvent {
    /// Takes a text out that was voted for, or read in single looks, and is not the plate. What this version does not know stays.
    ///
    /// - Parameter text: as `PlateText` has it.
    package mutating func takeOut(_ text: String) {
        candidates.removeAll { PlateText.normal($0.plate) == text }
        votes?.removeAll { $0.plate.map { PlateText.normal($0) == text } ?? false }
        if PlateText.normal(plateRaw) == text { plateRaw = plate }
    }

    /// Texts that are not the plate, as `PlateText` has them.
    private var others: Set<String> {
        let texts = candidates.map(\.plate) + (votes ?? []).compactMap(\.plate) + [plateRaw]
        return Set(texts.compactMap { PlateText.normal($0) }).subtracting([PlateText.normal(plate) ?? plate])
    }

    /// Whether another one is what is left of this one where texts were taken out, and nothing else differs.
    private func isWhole(of rest: PlateEvent) -> Bool {
        let gone = others.subtracting(rest.others)
        if gone.isEmpty { return false }
        var event = self
        for text in gone { event.takeOut(text) }
        // Numbers that are none are not equal; their lines are.
        return event.line == rest.line
    }

    /// The line of a log that this is what is left of, since plates that stood in it were forgotten: the log keeps it, as it is another
    /// plate's.
    ///
    /// - Parameter most: bytes that are read at most, unpacked.
    /// - Returns: without its newline; nil where there is none.
    package func original(inLog path: String, most: Int = ChainPlace.most) throws(LogFailure) -> [UInt8]? {
        let beginning = Array("{\"schema\":\"\(Self.schema)\",\"id\":\"\(id)\"".utf8)
        var budget = most
        for member in try LogFamily(of: path).members(from: time) {
            guard let contents = try member.open() else { continue }
            var text = WholeLines(contents)
            while let piece = try text.next() {
                budget -= piece.bytes.count
                if budget < 0 { return nil }
                guard piece.bytes.starts(with: beginning), let event = Self.event(in: piece.line) else { continue }
                if event.isWhole(of: self) { return piece.line }
            }
        }
        return nil
    }

    private static func event(in line: [UInt8]) -> PlateEvent? {
        do throws(LineFault) {
            guard case .plate(let event) = try Record(line: line) else { return nil }
            return event
        } catch {
            return nil
        }
    }
}
