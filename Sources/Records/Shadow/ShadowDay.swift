/// What a day's file of a shadow says: of the last two configurations that stand in it. What is no line of it is passed over: a kill may
/// leave a part of one.
public struct ShadowDay: Sendable {
    public let day: String
    /// Since when these two ran, where others ran before on the same day.
    public private(set) var since: WallTime?
    public private(set) var plates: [ShadowPlate] = []
    /// All of them together; nil where the file says nothing.
    public private(set) var count: ShadowCount?

    public init(_ bytes: [UInt8], day: String) {
        self.day = day
        for line in bytes.split(separator: UInt8(ascii: "\n")).map(Array.init) {
            if let found = Self.read(line, ShadowCount.init(line:)) {
                add(found)
            } else if let plate = Self.read(line, ShadowPlate.init(line:)) {
                plates.append(plate)
            }
        }
    }

    private static func read<Line>(_ line: [UInt8], _ read: ([UInt8]) throws(LineFault) -> Line) -> Line? {
        do { return try read(line) } catch { return nil }
    }

    private mutating func add(_ found: ShadowCount) {
        guard count?.isAboutTheSame(as: found) ?? false else {
            if count != nil { since = found.time }
            plates = []
            count = found
            return
        }
        count?.add(found)
    }
}
