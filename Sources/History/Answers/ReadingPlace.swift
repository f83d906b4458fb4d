import Records

/// How far somebody came who reads on from where they were: in numbers of records, and in what those stood for.
///
/// What the hub makes of a camera's records (`Record.madeByHub`) has places of its own: a history that is made anew may have it in
/// another order among them.
public struct ReadingPlace: Sendable, Equatable {
    public let camera: String
    /// Of what the hub made; nil for what the camera logged.
    public let schema: String?
    /// Of the last record that was read.
    public let id: String
    public let time: WallTime
    public let seq: Int64

    public init(camera: String, schema: String? = nil, id: String, time: WallTime, seq: Int64) {
        self.camera = camera
        self.schema = schema
        self.id = id
        self.time = time
        self.seq = seq
    }

    /// What it is the place in: a camera's name, and with a slash the schema of what the hub made.
    public var stream: String { Self.stream(camera, schema) }

    package static func stream(_ camera: String, _ schema: String?) -> String {
        schema.map { "\(camera)/\($0)" } ?? camera
    }

    /// What a stream is made of.
    public static func parts(ofStream stream: String) -> (camera: String, schema: String?) {
        for schema in Record.madeByHub where stream.hasSuffix("/" + schema) {
            return (String(stream.dropLast(schema.count + 1)), schema)
        }
        return (stream, nil)
    }
}

extension StoredRecord {
    /// Its camera; of what the hub made, with its schema.
    public var stream: String {
        let schema = record.schema
        return ReadingPlace.stream(camera, Record.madeByHub.contains(schema) ? schema : nil)
    }
}
