/// Why a line of a log cannot be read as a record. A log is written by others too: every fault is told, none is fatal.
public enum LineFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing stands in it.
    case empty
    /// More bytes than a line may have.
    case tooLong(Int)
    /// No newline follows: what a power cut or a kill left of a line.
    case unfinished
    /// Zeros stand in it: a part of the line never reached the disk.
    case zeros(at: Int)
    case notUTF8(at: Int)
    /// Objects or arrays in each other, more than `JSONScanner.depth`.
    case tooDeep(at: Int)
    case notJSON(at: Int)
    /// JSON, and not an object.
    case notObject
    /// A field of a known schema is missing, stands there twice, or holds something else than its schema says.
    case field(String, Problem)

    public enum Problem: String, Sendable {
        case missing = "is missing"
        case twice = "stands there twice"
        case notText = "is no text"
        case notNumber = "is no number"
        case notWhole = "is no whole number"
        case notFlag = "is neither true nor false"
        case notTime = "is no time of RFC 3339"
        case notBox = "is no box of four whole numbers"
        case notCandidates = "is no list of candidates"
        case notLooks = "is no list of looks"
        case notObject = "is no object"
        case notHex = "is not hexadecimal"
        case notDigest = "is no SHA-256 of 64 hexadecimal digits"
        case notName =
            "is no camera's name, which has small letters, digits and dashes: at most 24"
        case contradiction = "contradicts another field"
    }

    public var description: String {
        switch self {
        case .empty: "the line is empty"
        case .tooLong(let count): "the line has \(count) bytes; \(Record.longestLine) are allowed"
        case .unfinished: "the line has no end"
        case .zeros(let place): "the line has zeros from byte \(place) on: a part of it never reached the disk"
        case .notUTF8(let place): "byte \(place) is not UTF-8"
        case .tooDeep(let place): "byte \(place) is nested deeper than \(JSONScanner.depth) levels"
        case .notJSON(let place): "byte \(place) is not JSON"
        case .notObject: "the line is JSON, but no object"
        case .field(let name, let problem): "the field \(name) \(problem.rawValue)"
        }
    }
}
