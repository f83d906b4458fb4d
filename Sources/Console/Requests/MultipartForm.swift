#if canImport(Glibc)
    import Glibc
#endif

/// A form with files (multipart/form-data, RFC 7578), as clients send it.
struct MultipartForm {
    struct Part {
        var name: String
        /// Nil of a field that is no file.
        var fileName: String?
        var bytes: [UInt8]
    }

    private static let mostParts = 64
    private static let longestHead = 8192
    /// Of one line.
    private static let mostParameters = 32
    private static let lineEnd = Array("\r\n".utf8)

    let parts: [Part]

    /// What stands before the first mark and behind the last one is nobody's (RFC 2046).
    ///
    /// Nil where it is none, or ends too soon.
    init?(_ body: [UInt8], boundary: String) {
        let mark = Array("--\(boundary)".utf8)
        var place: Int
        if body.starts(with: mark) {
            place = mark.count
        } else if let start = Self.find(Self.lineEnd + mark, in: body, from: 0) {
            place = start + Self.lineEnd.count + mark.count
        } else {
            return nil
        }
        var parts: [Part] = []
        while true {
            // Behind a mark: two dashes are the end of it all, a line's end begins a part. Mail fills that line with spaces.
            if body[place...].starts(with: "--".utf8) { break }
            while place < body.count, body[place] == 0x20 || body[place] == 0x09 { place += 1 }
            guard parts.count < Self.mostParts, body[place...].starts(with: Self.lineEnd) else { return nil }
            place += 2
            guard let head = Self.find(Array("\r\n\r\n".utf8), in: body, from: place), head - place < Self.longestHead,
                let end = Self.find(Self.lineEnd + mark, in: body, from: head + 2)
            else { return nil }
            let start = head + 4
            // A part without anything in it: the line's end before its mark is the one behind its head.
            let bytes = start <= end ? Array(body[start..<end]) : []
            guard let part = Self.part(head: String(decoding: body[place..<head], as: UTF8.self), bytes) else {
                return nil
            }
            parts.append(part)
            place = end + 2 + mark.count
        }
        self.parts = parts
    }

    /// The boundary that a Content-Type names; nil of another type, or where it is none.
    static func boundary(of type: String) -> String? {
        guard type.lowercased().hasPrefix("multipart/form-data") else { return nil }
        return parameter("boundary", in: type).flatMap { (1...70).contains($0.utf8.count) ? $0 : nil }
    }

    /// Its fields, a file by its content; nil where a text is none.
    var fields: Fields? {
        var all: [Fields.Field] = []
        for part in parts {
            guard let value = String(validating: part.bytes, as: UTF8.self) else { return nil }
            all.append(Fields.Field(name: part.name, value: value))
        }
        return Fields(all)
    }

    private static func part(head: String, _ bytes: [UInt8]) -> Part? {
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-disposition:") }
        guard let line, let name = parameter("name", in: String(line)) else { return nil }
        // Names beyond ASCII may have the second form alone (RFC 5987): UTF-8''na%C3%AFve.jpg.
        let further = parameter("filename*", in: String(line))?.split(separator: "'", omittingEmptySubsequences: false)
            .last.map { Fields.decoded($0.replacing("+", with: "%2B")) ?? String($0) }
        return Part(name: name, fileName: parameter("filename", in: String(line)) ?? further, bytes: bytes)
    }

    /// The value of `; name="value"` or `; name=value`.
    private static func parameter(_ name: String, in text: String) -> String? {
        var rest = text[...].utf8
        var looked = 0
        while looked < mostParameters, let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
            looked += 1
            rest = rest[rest.index(after: semicolon)...].drop { $0 == UInt8(ascii: " ") }
            guard String(decoding: rest.prefix(name.utf8.count + 1), as: UTF8.self).lowercased() == name + "="
            else { continue }
            let rest = Substring(rest.dropFirst(name.utf8.count + 1))
            guard rest.first == "\"" else { return String(rest.prefix { $0 != ";" && $0 != " " }) }
            var value = ""
            var isEscaped = false
            for character in rest.dropFirst() {
                if isEscaped || character != "\"" && character != "\\" {
                    value.append(character)
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else {
                    return value
                }
            }
            return nil
        }
        return nil
    }

    private static func find(_ mark: [UInt8], in body: [UInt8], from start: Int) -> Int? {
        guard start <= body.count else { return nil }
        return body.withUnsafeBytes { all -> Int? in
            guard let base = all.baseAddress, let first = mark.first else { return nil }
            var place = start
            while place + mark.count <= all.count,
                let found = memchr(base + place, Int32(first), all.count - place).map({ UnsafeRawPointer($0) - base }),
                found + mark.count <= all.count
            {
                if memcmp(base + found, mark, mark.count) == 0 { return found }
                place = found + 1
            }
            return nil
        }
    }
}
