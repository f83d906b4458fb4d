/// A form with a file in it, as browsers send it (multipart/form-data, RFC 7578).
enum Multipart {
    /// What stands behind `boundary=` in the type; nil of another type, or where it is none.
    static func boundary(of type: String) -> String? {
        guard type.lowercased().hasPrefix("multipart/form-data;"), let start = type.firstRange(of: "boundary=") else {
            return nil
        }
        var text = type[start.upperBound...].prefix { $0 != ";" }
        if text.hasPrefix("\""), text.hasSuffix("\""), text.count > 1 { text = text.dropFirst().dropLast() }
        return (1...70).contains(text.utf8.count) ? String(text) : nil
    }

    /// Its fields, a file by its content. Nil where it is no such form, or its texts are none.
    static func fields(_ bytes: [UInt8], boundary: String) -> Fields? {
        let line = Array("--\(boundary)".utf8)
        guard bytes.starts(with: line) else { return nil }
        var rest = bytes[line.count...]
        // Each part ends before the line that begins the next one.
        let border = Array("\r\n".utf8) + line
        var all: [Fields.Field] = []
        while !rest.starts(with: Array("--".utf8)) {
            guard rest.starts(with: Array("\r\n".utf8)) else { return nil }
            rest = rest.dropFirst(2)
            guard let head = place(of: Array("\r\n\r\n".utf8), in: rest),
                let end = place(of: border, in: rest[(head + 4)...]),
                let name = name(in: rest[..<head])
            else { return nil }
            guard let value = String(validating: rest[(head + 4)..<end], as: UTF8.self) else { return nil }
            all.append(Fields.Field(name: name, value: value))
            rest = rest[(end + border.count)...]
        }
        return Fields(all)
    }

    private static func place(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = wanted.first else { return nil }
        var place = bytes.startIndex
        while let next = bytes[place...].firstIndex(of: first) {
            if bytes[next...].starts(with: wanted) { return next }
            place = next + 1
        }
        return nil
    }

    /// `name="…"` of the line that says what the part is.
    private static func name(in head: ArraySlice<UInt8>) -> String? {
        guard let text = String(validating: head, as: UTF8.self) else { return nil }
        for line in text.split(separator: "\r\n") where line.lowercased().hasPrefix("content-disposition:") {
            for word in line.split(separator: ";") {
                let word = word.drop { $0 == " " }
                guard word.hasPrefix("name=\""), word.hasSuffix("\""), word.count > 6 else { continue }
                return String(word.dropFirst(6).dropLast())
            }
        }
        return nil
    }
}
