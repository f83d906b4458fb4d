import Basics

/// One thing that is wrong with a file a person wrote.
public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    public let file: String
    /// From 1; nil where no line is to blame.
    public let line: Int?
    /// The key with those above it, such as `source.url`.
    public let key: String?
    public let message: String

    public init(file: String, line: Int? = nil, key: String? = nil, message: String) {
        self.file = file
        self.line = line
        self.key = key
        self.message = message
    }

    /// `file:line: key: message`, without what is not known.
    public var description: String {
        file + (line.map { ":\($0)" } ?? "") + ": " + (key.map { "\($0): " } ?? "") + message
    }
}

/// Everything that is wrong with a file, at once.
public struct Problems: ToldError, Equatable {
    public let all: [Problem]
    public let status: ExitStatus

    /// - Parameter status: `configuration`, unless they are of what a command was given to work on.
    public init(_ all: [Problem], status: ExitStatus = .configuration) {
        self.all = all
        self.status = status
    }

    /// The same, of a file that a command was given to work on: there is none, or what stands in it cannot be used.
    public func ofInput(isMissing: Bool = false) -> Problems { Problems(all, status: isMissing ? .noInput : .badData) }

    /// As many as a person may want to read at once.
    static let mostTold = 100

    /// Every problem says itself what is wrong with what.
    public var action: String { "" }
    /// One line each.
    public var reason: String {
        let told = all.prefix(Self.mostTold).map(\.description)
        let rest = all.count - told.count
        return (told + (rest > 0 ? ["\(all[0].file): and \(rest) more problems"] : [])).joined(separator: "\n")
    }
}
