/// How a line of a log says which one was written before it: its last field, `prev`, is the SHA-256 of that line without its newline.
public enum ChainLink {
    private static let newline = UInt8(ascii: "\n")
    private static let name = Array("\"prev\":\"".utf8)
    /// What stands behind the digits.
    private static let end = Array("\"}".utf8)

    /// The line with its field, put in behind all others.
    ///
    /// - Parameter line: an object of JSON and its newline.
    static func tied(_ line: [UInt8], to head: Digest) -> [UInt8] {
        Array(body(of: line)) + separator(of: line) + name + head.hex + end + [newline]
    }

    /// The line as it was before it was tied; as it is where it never was.
    static func untied(_ line: [UInt8]) -> [UInt8] {
        guard let start = startOfField(in: line) else { return line }
        let body = line[..<start]
        return Array(body.last == UInt8(ascii: ",") ? body.dropLast() : body) + [UInt8(ascii: "}"), newline]
    }

    /// Whether the bytes are the beginning of a line as it stands in a log, whatever it is tied to, or all of it.
    static func isBeginning(_ fragment: some Collection<UInt8>, of line: [UInt8]) -> Bool {
        let body = body(of: line)
        if fragment.count <= body.count { return body.starts(with: fragment) }
        guard fragment.starts(with: body) else { return false }
        let field = separator(of: line) + name + Digest.zero.hex + end + [newline]
        let rest = fragment.dropFirst(body.count)
        let digits = (field.count - 64 - end.count - 1)..<(field.count - end.count - 1)
        return rest.count <= field.count
            && zip(rest, field.indices).allSatisfy { byte, place in
                digits.contains(place) ? byte.hexadecimal != nil : byte == field[place]
            }
    }

    /// What a line says stands before it; nil where it says nothing, or is no object of JSON.
    ///
    /// - Parameter line: with or without its newline.
    public static func previous(of line: [UInt8]) -> Digest? {
        if let start = startOfField(in: line) {
            let digits = start + name.count
            return Digest(hex: line[digits..<digits + 64])
        }
        do throws(LineFault) {
            var fields = try LineFields(line)
            return Digest(try fields.text("prev"))
        } catch {
            return nil
        }
    }

    /// What the line after this one is tied to: its SHA-256, or where its text was removed, that of the text.
    ///
    /// - Parameter line: without its newline.
    public static func digest(ofLine line: [UInt8]) -> Digest {
        ForgottenLine(in: line)?.hash ?? Digest(of: line)
    }

    /// Where the field begins, in a line that we have tied.
    private static func startOfField(in line: [UInt8]) -> Int? {
        let count = line.last == newline ? line.count - 1 : line.count
        let start = count - name.count - 64 - end.count
        guard start > 0, line[..<count].suffix(end.count).elementsEqual(end), line[start...].starts(with: name),
            line[start - 1] == UInt8(ascii: ",") || line[start - 1] == UInt8(ascii: "{"),
            line[(start + name.count)..<(count - end.count)].allSatisfy({ $0.hexadecimal != nil })
        else { return nil }
        return start
    }

    /// All of the line but its last brace.
    private static func body(of line: [UInt8]) -> ArraySlice<UInt8> {
        line[..<(line.lastIndex(of: UInt8(ascii: "}")) ?? line.endIndex)]
    }

    private static func separator(of line: [UInt8]) -> [UInt8] {
        body(of: line).last == UInt8(ascii: "{") ? [] : [UInt8(ascii: ",")]
    }
}
