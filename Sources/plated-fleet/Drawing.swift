import Records

/// Events as scanners write them, of vehicles that do not exist. How often what stands in them was counted on labelled pictures and clips:
/// layouts on 722 plates of public test sets, votes and candidates on what plated logged of clips.
struct Drawing {
    /// Layouts of plates, and how many of 722 had each; those that fewer than four had are left out.
    private static let layouts: [(layout: String, count: Int)] = [
        ("AAA0000", 124), ("AAA000", 73), ("000AAA", 70), ("AA000AA", 48), ("0AAA000", 39), ("AA0A0A", 36),
        ("AAAAAAA", 21), ("AA0000", 19), ("0000000", 18), ("000000", 17), ("A000000", 16), ("0000AA", 16),
        ("00AAAA", 15), ("00AAA0", 13), ("AAAAAA", 11), ("00000", 10), ("AAA00A", 10), ("AA000", 10), ("0A00000", 9),
        ("0AA000", 8), ("AAAAA", 8), ("0000", 8), ("AA0A000", 7), ("A000AA", 6), ("0000A", 5), ("AA00000", 4),
        ("AAAAAA0", 4), ("AAAA00", 4),
    ]
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    private static let digits = Array("0123456789")
    private static let hexadecimal = Array("0123456789abcdef")
    /// Vehicles that come again and again, the same at all sites, and the share of events that are theirs. Nobody counted that here.
    private static let regulars = (count: 500_000, share: 0.8)
    /// Of characters, and of events in which looks disagree.
    private static let misread = 0.01
    private static let disputed = 0.03

    private var random: Chances
    private let evidence: Bool

    init(seed: UInt64, evidence: Bool = false) {
        random = Chances(seed: seed)
        self.evidence = evidence
    }

    /// Chances of somebody else's, which follow from these.
    mutating func split() -> Chances { Chances(seed: random.next()) }

    mutating func event(of camera: String, id: String, at time: WallTime) -> PlateEvent {
        let vehicle = plate()
        let text = read(vehicle, Self.misread)
        let other = chance(Self.disputed) ? read(vehicle, 0.2) : nil
        let share = other == nil ? 1.0 : Double.random(in: 0.55...0.8, using: &random)
        let height = Double.random(in: 14...46, using: &random)
        let box = PlateBox(
            x: .random(in: 0...900, using: &random), y: .random(in: 200...600, using: &random),
            width: Int(height * 5.2),
            height: Int(height * 1.6))
        let sure = Double.random(in: 0.9...0.99, using: &random)
        var votes = [0, 250].map { PlateLook(offset: $0, plate: text, confidence: sure, weight: 1, textHeight: height) }
        if let other {
            votes.append(PlateLook(offset: 500, plate: other, confidence: 0.8, weight: 1, textHeight: height))
        }
        let all = [PlateCandidate(plate: text, confidence: share)]
        let first = WallTime(milliseconds: time.milliseconds - (other == nil ? 250 : 500))
        var event = PlateEvent(
            id: id, time: time, camera: camera, plate: text, plateRaw: text, confidence: sure * share,
            probability: (sure * share).squareRoot(),
            candidates: all + (other.map { [PlateCandidate(plate: $0, confidence: 1 - share)] } ?? []), box: box,
            reads: 2,
            framesSeen: votes.count, firstSeen: first, lastSeen: time, engine: "tesseract",
            latencyMilliseconds: .random(in: 90...260, using: &random), votes: votes)
        if evidence { event.evidence = pictures(of: event) }
        return event
    }

    // MARK: - Parts

    /// The plate of the next vehicle.
    private mutating func plate() -> String {
        guard chance(Self.regulars.share) else { return Self.text(&random) }
        let place = random.share()
        // Some come every day, most of them seldom.
        var own = Chances(seed: UInt64(Double(Self.regulars.count) * place * place * place))
        return Self.text(&own)
    }

    private static func text(_ random: inout Chances) -> String {
        var number = Int.random(in: 0..<layouts.reduce(0) { $0 + $1.count }, using: &random)
        let layout = layouts.first {
            number -= $0.count
            return number < 0
        }
        return String(
            (layout ?? layouts[0]).layout.map { place in
                (place == "A" ? letters : digits).randomElement(using: &random) ?? place
            })
    }

    /// Each character may be taken for another.
    private mutating func read(_ plate: String, _ misread: Double) -> String {
        String(plate.map { chance(misread) ? (Self.letters + Self.digits).randomElement(using: &random) ?? $0 : $0 })
    }

    private mutating func pictures(of event: PlateEvent) -> PlateEvidence {
        let day = event.time.description.prefix(13).replacing("-", with: "/").replacing("T", with: "/")
        func file(_ kind: String, _ bytes: ClosedRange<Int>, _ random: inout Chances) -> PlateEvidence.File {
            let digest = String((0..<64).map { _ in Self.hexadecimal.randomElement(using: &random) ?? "0" })
            return PlateEvidence.File(
                path: "\(day)/\(event.id).\(kind).jpg", sha256: digest, bytes: .random(in: bytes, using: &random))
        }
        return PlateEvidence(
            time: event.firstSeen, box: event.box, frame: PlateEvidence.Size(width: 1280, height: 720),
            crop: file("crop", 4_000...12_000, &random), scene: file("scene", 30_000...60_000, &random))
    }

    private mutating func chance(_ share: Double) -> Bool { random.share() < share }
}
