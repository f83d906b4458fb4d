/// What the name of a file says about being a rotation of a log, for the names that logrotate and people give:
/// `gate.ndjson.1`, `gate.ndjson-20261121.gz`, `gate-20261121.ndjson`, `gate.1.ndjson`, `gate.ndjson.old`.
///
/// `gate2.ndjson`, `gate-2.ndjson` and `gateway.ndjson` are logs of other cameras, and no rotations of `gate.ndjson`.
struct RotationName: Equatable {
    enum Order: Equatable {
        /// The higher, the older.
        case number(Int)
        /// The higher, the newer.
        case date(String)
        /// Its name says nothing about its age.
        case unknown
    }

    enum Packing: Equatable {
        case plain
        case gzip
        /// By something that is not read here; its suffix.
        case other(String)
    }

    let name: String
    let order: Order
    let packing: Packing

    /// Nil for what is no rotation.
    ///
    /// - Parameters:
    ///   - name: of a file in the folder of the log.
    ///   - log: name of the log.
    init?(_ name: String, of log: String) {
        self.name = name
        var bare = name[...]
        packing = Self.takePacking(off: &bare)
        guard bare != log, let order = Self.order(of: bare, log: log) else { return nil }
        self.order = order
    }

    /// The log that a file is a rotation of, by its name: the first of those that its name begins with that fits.
    static func log(of name: String, where fits: (String) -> Bool) -> String? {
        var bare = name[...]
        _ = takePacking(off: &bare)
        for index in bare.indices where index > bare.startIndex && (bare[index] == "." || bare[index] == "-") {
            let log = String(bare[..<index])
            if fits(log), RotationName(name, of: log) != nil { return log }
        }
        return nil
    }

    /// The name without what compression added to it.
    var unpacked: Substring {
        var bare = name[...]
        _ = Self.takePacking(off: &bare)
        return bare
    }

    /// What compression adds to a name.
    private static let packings = ["gz", "bz2", "lz4", "lzma", "xz", "Z", "zip", "zst"]

    /// A path of a rotation, and those that it may be compressed to.
    static func places(of path: String) -> [String] { [path] + packings.map { "\(path).\($0)" } }

    private static func takePacking(off name: inout Substring) -> Packing {
        guard let dot = name.lastIndex(of: ".") else { return .plain }
        let suffix = name[name.index(after: dot)...]
        guard packings.contains(String(suffix)) else { return .plain }
        name = name[..<dot]
        return suffix == "gz" ? .gzip : .other(String(suffix))
    }

    private static func order(of name: Substring, log: String) -> Order? {
        if name.hasPrefix(log) { return order(ofTag: name.dropFirst(log.count)) }
        // logrotate's `extension`: the tag stands before the log's own.
        guard let dot = log.lastIndex(of: "."), dot > log.startIndex else { return nil }
        let (stem, ending) = (log[..<dot], log[dot...])
        guard name.hasPrefix(stem), name.hasSuffix(ending), name.count > log.count else { return nil }
        let order = order(ofTag: name.dropFirst(stem.count).dropLast(ending.count))
        // A word there is the name of another log.
        return order == .unknown ? nil : order
    }

    /// - Parameter tag: with the dot or the dash before it.
    private static func order(ofTag tag: Substring) -> Order? {
        guard let separator = tag.first, separator == "." || separator == "-" else { return nil }
        let tag = tag.dropFirst()
        let digits = tag.count(where: \.isDigit)
        if digits == tag.count, digits > 0, digits < 6 {
            // `gate-2` is another camera; only a date follows a dash.
            return separator == "." ? Int(tag).map(Order.number) : nil
        }
        if digits >= 6, tag.prefix(4).allSatisfy(\.isDigit), tag.allSatisfy({ $0.isDigit || "-_.:TZ".contains($0) }) {
            return .date(String(tag))
        }
        let word = tag.prefix { $0 != "." && $0 != "-" }
        return separator == "." && ["bak", "damaged", "old", "orig", "prev", "save"].contains(word) ? .unknown : nil
    }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
