/// Where things end in one line of YAML.
enum YAMLScan {
    typealias Line = [Unicode.Scalar]

    static func isBlank(_ line: Line) -> Bool { line.allSatisfy { $0 == " " || $0 == "\t" || $0 == "\r" } }

    /// Nil of an empty line, and of one that has a comment alone.
    static func indent(of line: Line) -> Int? {
        guard let first = line.firstIndex(where: { $0 != " " && $0 != "\t" && $0 != "\r" }), line[first] != "#" else {
            return nil
        }
        return first
    }

    static func skippingSpace(in line: Line, from start: Int) -> Int {
        line[min(start, line.count)...].firstIndex { $0 != " " && $0 != "\t" } ?? line.count
    }

    /// The colon behind a key.
    static func colon(in line: Line, from start: Int) -> Int? {
        guard line.indices.contains(start) else { return nil }
        let end = line[start] == "\"" || line[start] == "'" ? endOfQuoted(in: line, from: start) : start
        return end.flatMap { line[$0...].firstIndex(of: ":") }
    }

    /// Behind a value of one line; nil of what has no end there, or is more than a value.
    static func endOfValue(in line: Line, from start: Int, isInFlow: Bool) -> Int? {
        guard start < line.count else { return line.count }
        switch line[start] {
        case "\"", "'": return endOfQuoted(in: line, from: start)
        case "[", "{": return endOfBrackets(in: line, from: start)
        // Anchors, aliases, tags and texts of several lines.
        case "&", "*", "!", "|", ">": return nil
        case "#": return start
        default: break
        }
        var end = start
        while end < line.count {
            if isInFlow, ",]}".unicodeScalars.contains(line[end]) { break }
            if line[end] == "#", end > start, line[end - 1] == " " { break }
            end += 1
        }
        while end > start, line[end - 1] == " " || line[end - 1] == "\r" { end -= 1 }
        return end
    }

    private static func endOfQuoted(in line: Line, from start: Int) -> Int? {
        var place = start + 1
        while place < line.count {
            if line[place] == "\\", line[start] == "\"" {
                place += 1
            } else if line[place] == line[start] {
                // In single quotes two of them are one.
                guard line[start] == "'", place + 1 < line.count, line[place + 1] == "'" else { return place + 1 }
                place += 1
            }
            place += 1
        }
        return nil
    }

    private static func endOfBrackets(in line: Line, from start: Int) -> Int? {
        var depth = 0
        var place = start
        while place < line.count {
            switch line[place] {
            case "[", "{": depth += 1
            case "]", "}":
                depth -= 1
                if depth == 0 { return place + 1 }
            case "\"", "'":
                guard let end = endOfQuoted(in: line, from: place) else { return nil }
                place = end - 1
            case "#" where place > 0 && line[place - 1] == " ": return nil
            default: break
            }
            place += 1
        }
        return nil
    }
}
