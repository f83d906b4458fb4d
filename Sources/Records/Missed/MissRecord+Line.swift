extension MissRecord {
    /// Reads a line, with or without its newline.
    ///
    /// - Throws: what is wrong with it; also where it is of another schema.
    public init(line: [UInt8]) throws(LineFault) {
        guard line.count <= Record.longestLine else { throw .tooLong(line.count) }
        var fields = try LineFields(line)
        guard try fields.text("schema") == Self.schema else { throw .field("schema", .contradiction) }
        self.init(
            id: try fields.text("id"), time: try fields.time("ts"), camera: try fields.text("camera"),
            reason: try fields.text("reason"), firstSeen: try fields.time("first_seen"),
            lastSeen: try fields.time("last_seen"), lasts: fields.has("lasts") ? try fields.flag("lasts") : false,
            looks: try fields.whole("looks"), votes: try fields.whole("votes"), weight: try fields.number("weight"),
            reasons: try fields.counts("reasons"),
            plate: try fields.textOrNull("plate"),
            confidence: fields.has("confidence") ? try fields.number("confidence") : nil,
            partial: fields.has("partial") ? try fields.textOrNull("partial") : nil, box: try fields.box("box"),
            textHeight: try fields.number("text_height_px"),
            frame: try fields.object("frame") { (fields) throws(LineFault) in try PlateEvidence.Size(&fields) }
                ?? .init(width: 0, height: 0),
            moved: try fields.flag("moved"), samples: try fields.looks("samples"),
            crop: try fields.object("crop") { (fields) throws(LineFault) in try PlateEvidence.File(&fields) },
            file: fields.has("file") ? try fields.textOrNull("file") : nil)
        unknown = fields.unknown
    }

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera, unknown: unknown)
        line.add("reason", reason)
        line.add("first_seen", firstSeen.description)
        line.add("last_seen", lastSeen.description)
        if lasts { line.add("lasts", true) }
        line.add("looks", looks)
        line.add("votes", votes)
        line.add("weight", weight, digits: 2)
        line.add("reasons", reasons)
        line.add("plate", plate)
        if let confidence { line.add("confidence", confidence, digits: 3) }
        if let partial { line.add("partial", partial) }
        line.add("box", box)
        line.add("text_height_px", textHeight, digits: 1)
        line.add("frame", object: frame.json)
        line.add("moved", moved)
        line.add("samples", looks: samples)
        if let crop { line.add("crop", object: crop.json) }
        if let file { line.add("file", file) }
        return line.bytes
    }
}

extension JSONLine {
    mutating func add(_ name: String, looks: [PlateLook]) {
        let parts = looks.map(\.json)
        var list: [UInt8] = [UInt8(ascii: "[")]
        for (index, part) in parts.enumerated() {
            if index > 0 { list.append(UInt8(ascii: ",")) }
            list += part
        }
        list.append(UInt8(ascii: "]"))
        add(name, object: list)
    }
}
