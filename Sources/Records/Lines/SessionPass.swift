/// One plate that was read at an entry or an exit, as the record of its session has it.
public struct SessionPass: Sendable, Equatable {
    public var camera: String
    /// Of its event.
    public var id: String
    public var time: WallTime
    public var plate: String
    /// 0-1.
    public var confidence: Double
    public var lane: String?
    public var movement: PlateDirection.Movement?
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(
        camera: String, id: String, time: WallTime, plate: String, confidence: Double, lane: String? = nil,
        movement: PlateDirection.Movement? = nil
    ) {
        self.camera = camera
        self.id = id
        self.time = time
        self.plate = plate
        self.confidence = confidence
        self.lane = lane
        self.movement = movement
    }

    public init(_ event: PlateEvent) {
        self.init(
            camera: event.camera, id: event.id, time: event.time, plate: event.plate, confidence: event.confidence,
            lane: event.lane, movement: event.direction?.movement)
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        camera = try fields.text("camera")
        id = try fields.text("id")
        time = try fields.time("ts")
        plate = try fields.text("plate")
        confidence = try fields.number("confidence")
        if fields.has("lane") { lane = try fields.textOrNull("lane") }
        if fields.has("movement") { movement = PlateDirection.Movement(rawValue: try fields.text("movement")) }
        unknown = fields.unknown
    }

    var json: [UInt8] {
        var line = JSONLine(unknown: unknown)
        line.add("camera", camera)
        line.add("id", id)
        line.add("ts", time.description)
        line.add("plate", plate)
        line.add("confidence", confidence, digits: 3)
        if let lane { line.add("lane", lane) }
        if let movement { line.add("movement", movement.rawValue) }
        return line.object
    }
}
