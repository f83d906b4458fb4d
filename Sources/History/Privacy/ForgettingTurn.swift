/// A number that a history keeps, and that is another one after each transaction in which records were forgotten: so nobody has to read all of
/// them to learn that there is nothing new.
package enum ForgettingTurn {
    package static let name = KeptName("forgetting", "turn")
}

extension History {
    /// Nil before anything was forgotten.
    package func forgettingTurn() async throws -> String? {
        try await kept(ForgettingTurn.name.space)[ForgettingTurn.name.name]
    }
}
