/// What people call something: one line of any letters.
package enum TitleText {
    private static let most = 80

    /// Returns what is wrong with a text; nil of a title.
    package static func problem(with text: String) -> String? {
        let isLine = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return isLine && text.count <= most ? nil : "has at most \(most) characters, all in one line"
    }
}
