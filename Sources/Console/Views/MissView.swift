import Addresses
import Answers
import Basics
import Records

/// A place that was not read, as a row and as a page.
struct MissView {
    let record: MissRecord
    let zone: LocalZone
    /// Of the camera's configuration, by its keys; empty where nothing is known of it.
    let limits: [String: String]

    private var guide: ReasonGuide { .of(record.reason) }

    private var path: String { "/why/" + record.id.percentEncoded }

    /// - Parameter query: of the crop's address, such as `?reason=…`.
    func row(query: String) -> Pages.Values {
        let time = zone.text(record.firstSeen)
        let text = record.partial ?? record.plate
        return [
            "path": path + query, "plate": text ?? "", "isRead": text != nil,
            "words": guide.words, "reason": record.reason, "sentence": sentence, "time": String(time.prefix(19)),
            "offset": String(time.suffix(6)), "machineTime": zone.rfc3339(record.firstSeen), "camera": record.camera,
            "crop": record.crop == nil ? "" : path + "/crop.jpg?small=1", "hasCrop": record.crop != nil,
        ]
    }

    func values(crop state: EventPicture.State, query: String) -> Pages.Values {
        var values = row(query: query)
        values["facts"] = facts.map { ["name": $0, "value": $1] as Pages.Values }
        values["meaning"] = guide.meaning
        values["advice"] = guide.advice
        values["settings"] = guide.settings(limits)
        values["hasSettings"] = !guide.keys.isEmpty
        values["risk"] = guide.risk
        values["looks"] = LookTable(looks: record.samples, first: record.firstSeen, zone: zone).rows
        values["isCut"] = record.samples.count < record.looks
        values["crop"] = path + "/crop.jpg" + query
        values["isThere"] = state == .whole || state == .changed
        values["cropState"] = record.crop == nil ? "no picture was kept" : Self.words(state)
        if let box = box { values["box"] = box }
        var around = Fields()
        around.set("camera", record.camera)
        around.set("from", zone.rfc3339(WallTime(milliseconds: record.firstSeen.milliseconds - 900_000)))
        around.set("to", zone.rfc3339(WallTime(milliseconds: record.lastSeen.milliseconds + 900_000)))
        values["plates"] = "/plates?" + around.text
        values["around"] = "/why?" + around.text
        return values
    }

    // MARK: - Words

    /// What happened, in one sentence.
    var sentence: String {
        let time = Duration.milliseconds(record.lastSeen.milliseconds - record.firstSeen.milliseconds)
        let looks = record.looks == 1 ? "Seen in 1 picture" : "Seen in \(record.looks) pictures over \(time.inWords)"
        return looks + "; " + detail + "."
    }

    private var detail: String {
        let height = JSONLine.number(record.textHeight, digits: 0)
        let sure = record.confidence.map { JSONLine.number($0, digits: 2) }
        func limit(_ key: String) -> String? { limits[key].map(ReasonGuide.shown) }
        switch record.reason {
        case "too_small":
            let least = limit("plates.minimum_text_height_px").map { ", and \($0) px is the least" } ?? ""
            return "its characters were up to \(height) px high\(least)"
        case "low_confidence":
            let least = limit("plates.minimum_confidence").map { ", and \($0) is the least" } ?? ""
            return "the best reading had a confidence of \(sure ?? "nearly 0")\(least)"
        case "no_agreement":
            let reads = limit("vote.minimum_reads").map { "\($0) have to agree" } ?? "too few agreed"
            return "\(record.votes == 1 ? "1 reading" : "\(record.votes) readings") counted, and \(reads)"
        case "length":
            let range = limit("plates.characters").map { ", and a plate has \(Self.range($0))" } ?? ""
            return "\(record.plate?.count ?? 0) characters were read\(range)"
        default: return guide.words + ", with characters \(height) px high"
        }
    }

    /// `[4, 10]` as `4 to 10`.
    private static func range(_ text: String) -> String {
        text.filter { !"[]".contains($0) }.replacing(", ", with: " to ")
    }

    private static func words(_ state: EventPicture.State) -> String {
        switch state {
        case .whole: "as it was written"
        case .missing: "the picture is no longer there: its time was over"
        case .changed: "the picture is not what was written"
        case .unreadable(let reason): "the picture cannot be read: \(reason)"
        }
    }

    private var facts: [(String, String)] {
        var facts = [
            ("Camera", record.camera), ("First seen", zone.text(record.firstSeen)),
            (record.lasts ? "Still seen" : "Last seen", zone.text(record.lastSeen)),
            ("Best reading", record.plate ?? "none"),
        ]
        if let confidence = record.confidence { facts.append(("Confidence", JSONLine.number(confidence, digits: 2))) }
        if let partial = record.partial { facts.append(("Together", partial)) }
        facts += [
            ("Characters", "\(JSONLine.number(record.textHeight, digits: 1)) px high in the best look"),
            ("Looks", record.reasons.map { "\($0.count) \(ReasonGuide.of($0.key).words)" }.joined(separator: ", ")),
            ("Probably", Self.words(record.kind)), ("Identifier", record.id),
        ]
        return facts
    }

    private static func words(_ kind: MissRecord.Kind) -> String {
        switch kind {
        case .vehicle: "a vehicle"
        case .standing: "no vehicle: it stood there for long and never read like a plate"
        case .brief: "not to be told: it was seen for a moment"
        }
    }

    /// Where it was in the picture.
    private var box: Pages.Values? {
        guard record.frame.width > 0, record.frame.height > 0 else { return nil }
        return [
            "frame": "0 0 \(record.frame.width) \(record.frame.height)", "x": "\(record.box.x)", "y": "\(record.box.y)",
            "width": "\(record.box.width)", "height": "\(record.box.height)",
            "size": "\(record.frame.width) × \(record.frame.height)",
        ]
    }
}

/// Looks at one plate over time, as rows: what each read, how surely, and what came of it.
struct LookTable {
    let looks: [PlateLook]
    let first: WallTime
    let zone: LocalZone
    /// The text that they came to, where they did.
    var agreed: String?

    var rows: [Pages.Values] {
        looks.map { look in
            let weight = look.weight.map { min(1, max(0, $0)) }
            return [
                "after": "+" + JSONLine.number(Double(look.offset) / 1000, digits: 1) + " s",
                "plate": RowView.characters(look.plate ?? "", wanted: agreed), "isRead": look.plate != nil,
                "confidence": look.confidence.map { JSONLine.number($0, digits: 2) } ?? "",
                "weight": weight.map { JSONLine.number($0, digits: 2) } ?? "", "voted": weight != nil,
                "bar": JSONLine.number((weight ?? 0) * 100, digits: 1),
                "height": JSONLine.number(look.textHeight, digits: 1),
                "words": words(look),
            ]
        }
    }

    private func words(_ look: PlateLook) -> String {
        if let reason = look.reason { return ReasonGuide.of(reason).words }
        guard let agreed else { return "" }
        return look.plate == agreed ? "agrees" : "another text"
    }
}
