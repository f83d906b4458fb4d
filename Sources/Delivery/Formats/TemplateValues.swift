import Answers
import Foundation
import Records

/// What can stand in a template, by its name. What a record does not have is an empty text.
struct TemplateValues {
    static let names = [
        "plate", "plate_raw", "confidence", "probability", "percent", "camera", "hub", "id", "key", "kind", "ts",
        "ts_local", "date",
        "time", "epoch", "region", "format", "lane", "movement", "degrees", "cause", "state", "start", "end", "link",
        "picture_link", "picture_base64", "list", "list_kind", "match", "entry", "chance", "chance_percent", "word",
        "note",
        "event", "site", "session", "revision", "change", "dwell_s", "speed_km_h", "overstay", "occupancy", "capacity",
        "door", "until", "user", "json",
    ]

    /// Those that are numbers or `true` and `false`, where a record has them: in JSON they may stand outside quotes.
    static let numbers: Set = [
        "confidence", "probability", "percent", "epoch", "degrees", "chance", "chance_percent", "revision", "dwell_s",
        "speed_km_h", "overstay", "occupancy", "capacity",
    ]

    private let parcel: Parcel
    private let way: WebhookWay
    private let picture: [UInt8]?
    private let zone: LocalZone

    init(_ parcel: Parcel, way: WebhookWay, picture: [UInt8]?, zone: LocalZone) {
        self.parcel = parcel
        self.way = way
        self.picture = picture
        self.zone = zone
    }

    /// Nil of what the record does not have.
    subscript(_ name: Substring) -> String? {
        switch name {
        case "camera": parcel.camera
        case "hub": parcel.hub
        case "id": parcel.id
        case "key": parcel.identity
        case "kind": kind
        case "ts": parcel.time.description
        case "ts_local": zone.rfc3339(parcel.time)
        case "date": String(zone.rfc3339(parcel.time).prefix(10))
        case "time": String(zone.rfc3339(parcel.time).dropFirst(11).prefix(8))
        case "epoch": "\(parcel.time.milliseconds / 1000)"
        case "json": parcel.line
        case "link": way.links.flatMap { parcel.link($0, picture: .none) }
        case "picture_link": way.links.flatMap { way.picture == .none ? nil : parcel.link($0, picture: way.picture) }
        case "picture_base64": picture.map { Data($0).base64EncodedString() }
        default: ofPlate(name) ?? ofGap(name) ?? ofMatch(name) ?? ofSession(name) ?? ofOpening(name)
        }
    }

    private var kind: String {
        if parcel.gap != nil { return "gap" }
        if parcel.session != nil { return "session" }
        if parcel.opening != nil { return "opening" }
        return parcel.match == nil ? "plate" : "match"
    }

    private func ofOpening(_ name: Substring) -> String? {
        guard let opening = parcel.opening else { return nil }
        return switch name {
        case "door": opening.door
        case "until": opening.until.description
        case "event": opening.event
        case "plate": opening.plate
        case "list": opening.list
        case "user": opening.user
        case "note": opening.note
        default: nil
        }
    }

    private func ofSession(_ name: Substring) -> String? {
        guard let session = parcel.session else { return nil }
        return switch name {
        case "plate": session.plate
        case "site": session.site
        case "session": session.session
        case "revision": "\(session.revision)"
        case "state": session.state.rawValue
        case "change": session.change.rawValue
        case "match": session.match?.rawValue
        case "start": session.entry?.time.description
        case "end": session.exit?.time.description
        case "dwell_s": session.dwell.map { JSONLine.number($0, digits: 1) }
        case "speed_km_h": session.speed.map { JSONLine.number($0, digits: 1) }
        case "overstay": session.isOverstay ? "true" : "false"
        case "occupancy": "\(session.occupancy)"
        case "capacity": session.capacity.map { "\($0)" }
        default: nil
        }
    }

    private func ofMatch(_ name: Substring) -> String? {
        guard let match = parcel.match else { return nil }
        return switch name {
        case "plate": match.plate
        case "lane": match.lane
        case "list": match.list
        case "list_kind": match.kind
        case "match": match.way.rawValue
        case "entry": match.entry
        case "chance": JSONLine.number(match.chance, digits: 4)
        case "chance_percent": JSONLine.number(match.chance * 100, digits: 0)
        case "word": match.word
        case "note": match.note
        case "event": match.event
        default: nil
        }
    }

    private func ofPlate(_ name: Substring) -> String? {
        guard let event = parcel.plate else { return nil }
        return switch name {
        case "plate": event.plate
        case "plate_raw": event.plateRaw
        case "confidence": JSONLine.number(event.confidence, digits: 3)
        case "probability": event.probability.map { JSONLine.number($0, digits: 3) }
        case "percent": JSONLine.number(event.confidence * 100, digits: 1)
        case "region": event.region
        case "format": event.format
        case "lane": event.lane
        case "movement": event.direction?.movement.rawValue
        case "degrees": event.direction?.degrees.map { "\($0)" }
        default: nil
        }
    }

    private func ofGap(_ name: Substring) -> String? {
        guard let record = parcel.gap else { return nil }
        return switch name {
        case "cause": record.gap.cause.rawValue
        case "state": record.end == nil ? "began" : "ended"
        case "start": record.gap.start.description
        case "end": record.end?.description
        default: nil
        }
    }
}
