import Records

/// A year of invented traffic: the same for the same seed.
///
/// Who comes is told by `Vehicles`.
struct Traffic {
    static let cameras = ["gate", "yard", "north", "south", "east", "west", "dock", "exit"]
    /// 22 November 2025.
    private static let start: Int64 = 1_763_769_600_000
    private static let year: Int64 = 31_536_000_000

    let count: Int
    private var random: Random

    init(count: Int, seed: UInt64 = 88_172_645_463_325_252) {
        self.count = count
        random = Random(state: seed)
    }

    struct Event {
        var camera: Int
        var time: Int64
        var plate: [UInt8]
        /// The text that lost; nil for most.
        var lost: [UInt8]?
        var line: [UInt8]
    }

    mutating func event(_ number: Int) -> Event {
        let time = Self.start + Int64(Double(number) / Double(count) * Double(Self.year))
        let camera = Int(random.below(UInt64(Self.cameras.count)))
        let plate = Vehicles.plate(Vehicles.next(&random))
        let lost = Vehicles.misread(plate, &random)
        let line = line(number, time: time, camera: camera, plate: plate, lost: lost)
        return Event(camera: camera, time: time, plate: plate, lost: lost, line: line)
    }

    /// A line as plated writes it, with pictures and the hash of the line before: 1 000 bytes.
    private mutating func line(_ number: Int, time: Int64, camera: Int, plate: [UInt8], lost: [UInt8]?) -> [UInt8] {
        let moment = WallTime(milliseconds: time).description
        let earlier = WallTime(milliseconds: time - 1240).description
        let text = String(decoding: plate, as: UTF8.self)
        let share = lost == nil ? "1.000" : "0.7\(10 + random.below(90))"
        let other =
            lost.map {
                ",{\"plate\":\"\(String(decoding: $0, as: UTF8.self))\",\"confidence\":0.2\(10 + random.below(90))}"
            } ?? ""
        let id = id(time)
        let name = Self.cameras[camera]
        let folder = "\(moment.prefix(4))/\(moment.dropFirst(5).prefix(2))/\(moment.dropFirst(8).prefix(2))"
        let line =
            "{\"schema\":\"plated.event/1\",\"id\":\"\(id)\",\"ts\":\"\(moment)\",\"camera\":\"\(name)\",\"plate\":\"\(text)\","
            + "\"plate_raw\":\"\(text)\",\"confidence\":0.9\(10 + random.below(90)),\"candidates\":[{\"plate\":\"\(text)\","
            + "\"confidence\":\(share)}\(other)],\"format\":\"gb-2001\",\"region\":\"gb\",\"box\":[\(random.below(1100)),"
            + "\(random.below(650)),\(90 + random.below(90)),\(22 + random.below(30))],\"reads\":\(3 + random.below(9)),"
            + "\"frames_seen\":\(4 + random.below(12)),\"first_seen\":\"\(earlier)\",\"last_seen\":\"\(moment)\","
            + "\"engine\":\"tesseract\",\"latency_ms\":\(20 + random.below(99)),\"direction\":{\"degrees\":\(random.below(360)),"
            + "\"movement\":\"approaching\"},\"lane\":\"\(random.below(2) == 0 ? "entry" : "exit")\",\"evidence\":{\"ts\":\"\(moment)\","
            + "\"box\":[\(random.below(1100)),\(random.below(650)),143,38],\"crop\":{\"path\":\"\(folder)/\(id).crop.jpg\","
            + "\"sha256\":\"\(hash())\",\"bytes\":\(2000 + random.below(6000))},\"scene\":{\"path\":\"\(folder)/\(id).jpg\",\"sha256\":"
            + "\"\(hash())\",\"bytes\":\(20_000 + random.below(60_000)),\"width\":1280,\"height\":720}},\"prev\":\"\(hash())\"}\n"
        return Array(line.utf8)
    }

    private mutating func hash() -> String {
        var digits = [UInt8](repeating: 0, count: 64)
        for word in 0..<4 {
            var value = random.next()
            for place in 0..<16 {
                digits[word * 16 + place] = Self.hexadecimal[Int(value & 15)]
                value >>= 4
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)
    private static let base32 = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    private mutating func id(_ time: Int64) -> String {
        var value = UInt128(UInt64(time)) << 80 | UInt128(random.next() & 0x7FFF) << 64 | UInt128(random.next())
        var digits = [UInt8](repeating: 0, count: 26)
        for place in (0..<26).reversed() {
            digits[place] = Self.base32[Int(value & 31)]
            value >>= 5
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
