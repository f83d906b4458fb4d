import Basics

/// What somebody who connects to a scanner's socket asks for: one line of text, `plated.live/1 width=640 rate=5`.
public struct LiveRequest: Sendable, Equatable {
    public static let schema = "plated.live/1"
    /// Of a line, in bytes, with its end.
    public static let longest = 256
    public static let widths = 64...3840
    public static let rates = 1...25

    /// Of the pictures, at most; in pixels.
    public var width: Int
    /// Pictures a second, at most.
    public var rate: Int

    public init(width: Int = 640, rate: Int = 5) {
        self.width = width
        self.rate = rate
    }

    /// With its end.
    public var line: String { "\(Self.schema) width=\(width) rate=\(rate)\n" }

    /// - Parameter line: without its end.
    public init(line: String) throws(Failure) {
        let words = line.split(separator: " ")
        guard words.first == Substring(Self.schema) else {
            throw Self.refusal("it does not begin with \(Self.schema)")
        }
        self.init()
        for word in words.dropFirst() {
            let halves = word.split(separator: "=", maxSplits: 1).map(String.init)
            switch halves.first {
            case "width": width = try Self.number(halves, in: Self.widths)
            case "rate": rate = try Self.number(halves, in: Self.rates)
            // A later version may ask for more than this one knows.
            default: break
            }
        }
    }

    private static func number(_ halves: [String], in limits: ClosedRange<Int>) throws(Failure) -> Int {
        guard halves.count == 2, let number = Int(halves[1]), limits.contains(number) else {
            throw refusal("\(halves[0]) is a whole number from \(limits.lowerBound) to \(limits.upperBound)")
        }
        return number
    }

    private static func refusal(_ reason: String) -> Failure {
        Failure(.usage, while: "reading a request for live pictures", because: reason)
    }
}
