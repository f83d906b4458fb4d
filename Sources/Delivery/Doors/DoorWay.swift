import History
import Logging
import Records
import Settings

/// How a door is told to open: one of the ways that destinations have, by itself. No courier stands before it.
package struct DoorWay: Sendable, Equatable {
    /// Of those of destinations, what may open a door: files open none.
    private static let ways: [any Way.Type] = [WebhookWay.self, CommandWay.self, MQTTWay.self]

    package let way: any Way

    package init(_ way: any Way) {
        self.way = way
    }

    package static func == (a: DoorWay, b: DoorWay) -> Bool { a.way.isSame(as: b.way) }

    /// Takes `type` and what belongs to it out of an element; nil where it names none.
    package init?(_ reader: MappingReader) {
        var type = ""
        reader.string("type", into: &type)
        guard var way = DestinationSettings.way(type, of: reader, among: Self.ways) else { return nil }
        way.read(reader)
        // What takes plates alone is a format of somebody else's, which has no word for doors.
        if !way.kinds.contains(.matches) {
            reader.problem("format", "is one that has no place for doors: plated or template")
        }
        if (way as? MQTTWay)?.homeAssistant == true {
            reader.problem("home_assistant", "belongs to a destination: no door is opened from there")
        }
        self.way = way
    }

    /// As the configuration has it.
    package var lines: [String] { ["type: \(type(of: way).type)"] + way.lines }

    /// - Throws: Failure, where it can never work like that.
    package func open(_ door: String, secrets: SecretPlace, hub: String, talk: Logger) throws -> any Destination {
        var settings = DestinationSettings(way: way)
        settings.name = door
        let surroundings = DeliverySurroundings(
            hub: hub, folder: { "\($0)" }, talk: talk, look: { _ in }, now: { .now }, stopwatch: { .now })
        return try way.openDoor(settings, secrets: secrets, surroundings: surroundings)
    }
}

extension Parcel {
    /// Of an opening, before any history has it; nil of what is no line.
    package init?(hub: String, opening: OpeningRecord) {
        let line = Array(opening.line.dropLast())
        do throws(LineFault) {
            let record = StoredRecord(
                seq: 0, camera: opening.camera, time: opening.time, record: try Record(line: line), line: line)
            self.init(hub: hub, record: record, folder: { "\($0)" })
        } catch {
            return nil
        }
    }
}
