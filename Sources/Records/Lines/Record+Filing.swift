extension Record {
    /// The record under the name that a history has for its camera: a centre has `gate` of the site `north` as `north/gate`. Its line stays as
    /// it was written.
    public func filed(under camera: String) -> Record {
        switch self {
        case .plate(var record):
            record.camera = camera
            return .plate(record)
        case .gap(var record):
            record.camera = camera
            return .gap(record)
        case .torn(var record):
            record.camera = camera
            return .torn(record)
        case .candidate: return self
        case .seal(var record):
            record.camera = camera
            return .seal(record)
        case .health(var record):
            record.camera = camera
            return .health(record)
        case .session(let record): return .session(record.filed(under: camera))
        case .opening(var record):
            record.camera = camera
            return .opening(record)
        case .forgotten(var record):
            record.camera = camera
            return .forgotten(record)
        case .match(var record):
            record.camera = camera
            return .match(record)
        case .other(var record):
            record.camera = camera
            return .other(record)
        }
    }
}

extension SessionRecord {
    /// Its passes have cameras of the same site.
    fileprivate func filed(under name: String) -> SessionRecord {
        guard name != camera, name.hasSuffix(camera) else { return self }
        let site = name.dropLast(camera.count)
        var record = self
        record.camera = name
        if let camera = entry?.camera { record.entry?.camera = site + camera }
        if let camera = exit?.camera { record.exit?.camera = site + camera }
        return record
    }
}
