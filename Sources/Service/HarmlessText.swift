import Basics

extension String {
    /// The text with `\u{…}` for what acts on a terminal or ends an entry of the journal; lines stay lines. The last line of defence:
    /// whoever quotes what another program wrote makes it one line without any of that.
    package var harmless: String {
        escaping { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" }
    }
}
