/// Steps that are all tried although one of them fails, so that a person hears of every problem at once.
public struct Attempts {
    public private(set) var failures: [Failure] = []

    public init() {}

    /// Returns what the step gave; nil, and its failure is kept, where it threw.
    public mutating func attempt<Value>(_ step: () throws -> Value) -> Value? {
        do { return try step() } catch {
            failures.append(Failure(error))
            return nil
        }
    }

    /// Throws all failures as one, with a line each, under the status of the first.
    public func check() throws {
        guard let first = failures.first else { return }
        throw Failure(first.status, while: "", because: failures.map(\.description).joined(separator: "\n"))
    }
}
