/// Something that was measured, with its name.
struct Fact: Sendable {
    var name: String
    var value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// As commands print it: values stand below each other.
    var line: String { name + String(repeating: " ", count: max(1, 13 - name.count)) + value }
}
