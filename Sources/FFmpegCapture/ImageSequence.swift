#if canImport(Glibc)
    import Glibc
#endif

/// Numbered picture files behind one pattern, such as `frames/f%03d.jpg`.
///
/// FFmpeg itself looks for a first number from 0 to 4 only, and says of others that there is no such file.
struct ImageSequence {
    private let folder: String
    private let prefix: String
    private let suffix: String
    /// Digits at least; shorter numbers have zeros in front.
    private let width: Int

    /// Nil for what is no pattern: one `%d` in the name of the file, with a width or without; `%%` is a percent sign.
    init?(_ pattern: String) {
        let slash = pattern.lastIndex(of: "/")
        folder = slash.map { String(pattern[...$0]) } ?? "./"
        guard !folder.contains("%") else { return nil }
        var parts = [""]
        var width = 0
        var rest = pattern[(slash.map { pattern.index(after: $0) } ?? pattern.startIndex)...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                parts[parts.count - 1].append(character)
                continue
            }
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            switch rest.popFirst() {
            case "%" where digits.isEmpty: parts[parts.count - 1].append("%")
            case "d":
                // Widths beyond all numbers are no widths.
                guard let wanted = digits.isEmpty ? 0 : Int(digits), wanted <= 20 else { return nil }
                width = wanted
                parts.append("")
            default: return nil
            }
        }
        guard parts.count == 2 else { return nil }
        (prefix, suffix, self.width) = (parts[0], parts[1], width)
    }

    /// The smallest number of a file that is there; nil where there is none.
    var firstNumber: Int? { names.compactMap(number).min() }

    /// How many files of it are there.
    var count: Int { names.compactMap(number).count }

    /// The number of a file of this name; nil where it is not one of the sequence.
    func number(of name: String) -> Int? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count else {
            return nil
        }
        let digits = String(name.dropFirst(prefix.count).dropLast(suffix.count))
        // What FFmpeg's own option takes.
        guard digits.allSatisfy({ ("0"..."9").contains($0) }), let number = Int32(digits) else { return nil }
        let short = String(number)
        let whole = String(repeating: "0", count: max(0, width - short.count)) + short
        return digits == whole ? Int(number) : nil
    }

    private var names: [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }
}
