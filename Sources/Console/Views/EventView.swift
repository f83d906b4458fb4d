import Addresses
import Answers
import Basics
import Records

/// An accepted plate with all that is known of it, for its page.
struct EventView {
    let event: PlateEvent
    /// The latest last.
    let corrections: [Correction]
    let zone: LocalZone

    var values: Pages.Values {
        var values: Pages.Values = [
            "id": event.id, "path": path, "plate": event.plate,
            "time": zone.text(event.time),
            "machineTime": zone.rfc3339(event.time), "camera": event.camera, "facts": facts,
            "candidates": event.candidates.map { candidate -> Pages.Values in
                let isKnown = candidate.confidence.isFinite
                return [
                    "plate": RowView.characters(candidate.plate, wanted: event.plate), "isKnown": isKnown,
                    "share": isKnown ? JSONLine.number(candidate.confidence, digits: 2) : "not known",
                    "meter": isKnown ? JSONLine.number(min(1, max(0, candidate.confidence)), digits: 3) : "0",
                ]
            },
            "corrections": corrections.map { correction -> Pages.Values in
                [
                    "plate": correction.plate, "who": correction.who, "time": zone.text(correction.made),
                    "isBack": correction.plate == event.plate,
                ]
            },
        ]
        if let votes = event.votes, !votes.isEmpty {
            values["votes"] = [
                "looks": LookTable(looks: votes, first: event.firstSeen, zone: zone, agreed: event.plate).rows,
                "count": "\(votes.count)",
            ]
        }
        if let latest = corrections.last, latest.plate != event.plate {
            values["corrected"] = ["plate": latest.plate, "who": latest.who]
        }
        if let missing = event.evidence?.missing { values["missing"] = RowView.words(missing) }
        return values
    }

    var path: String { "/plates/" + event.id.percentEncoded }

    private var facts: [Pages.Values] {
        var facts: [(String, String)] = [
            ("Reported", zone.text(event.time)),
            ("Seen", zone.text(from: event.firstSeen, to: event.lastSeen)),
            ("Camera", event.camera),
            ("Sure", JSONLine.number(event.confidence, digits: 2)),
            ("Probably right", likelihood),
            ("Readings", "\(event.reads) agree, of \(event.framesSeen) frames with the plate"),
        ]
        if event.plateRaw != event.plate { facts.append(("As read", event.plateRaw)) }
        if let format = event.format {
            facts.append(
                ("Format", [format, event.region.map { "origin \($0)" }].compactMap { $0 }.joined(separator: ", ")))
        }
        if let lane = event.lane { facts.append(("Lane", lane)) }
        if let direction = event.direction {
            let degrees = direction.degrees.map { ", \($0)° in the picture" } ?? ""
            facts.append(("Direction", direction.movement.rawValue + degrees))
        }
        facts += [
            ("Engine", event.engine),
            ("Reported after", "\(JSONLine.number(Double(event.latencyMilliseconds) / 1000, digits: 2)) s"),
            ("Identifier", event.id),
        ]
        return facts.map { ["name": $0, "value": $1] }
    }

    private var likelihood: String {
        guard let probability = event.probability else { return "not known" }
        return "\(JSONLine.number(100 * probability, digits: 1)) %"
    }

    // MARK: - Pictures

    func picture(_ picture: EventPicture, state: EventPicture.State) -> Pages.Values {
        var values: Pages.Values = [
            "kind": picture.kind, "isScene": picture.kind == "scene", "sha256": picture.file.sha256,
            "isWhole": state == .whole, "state": Self.words(state),
            "path": "/plates/\(event.id.percentEncoded)/\(picture.kind).jpg",
            "isThere": state == .whole || state == .changed,
        ]
        if picture.kind == "scene", let box = box(picture) { values["box"] = box }
        return values
    }

    /// What is another for a picture that lies at a site.
    ///
    /// - Parameter isOffered: whether the site shows its pictures.
    static func away(at site: String, isOffered: Bool) -> Pages.Values {
        [
            "site": site, "isThere": isOffered,
            "state": isOffered
                ? "at the site \(site), which is asked for it now: shown if it has the hash that the log tells"
                : "at the site \(site), which has not said that it shows any",
        ]
    }

    private static func words(_ state: EventPicture.State) -> String {
        switch state {
        case .whole: "unaltered: it has the hash that the log tells"
        case .missing: "no longer there: its time was over, or somebody deleted it"
        case .changed: "altered: it is not what was written"
        case .unreadable(let reason): "cannot be read: \(reason)"
        }
    }

    /// The plate in the scene, which may be smaller than the frame.
    private func box(_ picture: EventPicture) -> Pages.Values? {
        guard let evidence = event.evidence, let width = picture.file.width, let height = picture.file.height,
            width > 0,
            height > 0
        else { return nil }
        let frame = evidence.frame ?? .init(width: width, height: height)
        guard frame.width > 0, frame.height > 0 else { return nil }
        let (across, down) = (Double(width) / Double(frame.width), Double(height) / Double(frame.height))
        return BoxMark(
            text: corrections.last?.plate ?? event.plate, x: Double(evidence.box.x) * across,
            y: Double(evidence.box.y) * down,
            width: Double(evidence.box.width) * across, height: Double(evidence.box.height) * down,
            frame: (width, height)
        ).values
    }
}

extension LocalZone {
    /// Two moments, the second without what both have in common: the day, where it is one, and the zone.
    func text(from start: WallTime, to end: WallTime) -> String {
        let (first, last) = (text(start), text(end))
        guard first.prefix(10) == last.prefix(10), first.suffix(6) == last.suffix(6) else {
            return "\(first) to \(last)"
        }
        return first == last ? first : "\(first.dropLast(7)) to \(last.dropFirst(11))"
    }
}
