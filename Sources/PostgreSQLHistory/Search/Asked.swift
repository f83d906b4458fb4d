/// A statement that is being written, and the values it is given.
struct Asked {
    private(set) var values: [Value] = []

    /// - Returns: what stands for the value in the statement.
    mutating func put(_ value: Value) -> String {
        values.append(value)
        return "$\(values.count)"
    }
}
