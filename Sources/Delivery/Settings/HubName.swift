import Records

#if canImport(Glibc)
    import Glibc
#endif

/// A hub's name, as it stands in what it sends: also in topics, which take no more than this.
package enum HubName {
    package static let rule = "it \(CameraRef.hubRule)"

    package static func fits(_ text: String) -> Bool { CameraRef.isHub(text) }

    /// Returns whether every broker takes a text as a level of a topic.
    static func isLevel(_ text: some StringProtocol) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isPlain) }

    /// The machine's.
    package static var ofMachine: String {
        var buffer = [CChar](repeating: 0, count: 256)
        gethostname(&buffer, buffer.count - 1)
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return called(name)
    }

    /// Returns the name of a hub on a machine: that without its domain, and with dashes for what no hub's name has.
    static func called(_ machine: String) -> String {
        let own = plain(String(machine.prefix { $0 != "." })).lowercased().replacing("_", with: "-")
        let trimmed = own.drop { $0 == "-" }.prefix(60)
        let end = trimmed.lastIndex { $0 != "-" }
        return end.map { String(trimmed[...$0]) } ?? "hub"
    }

    /// With dashes for all that is none of these.
    package static func plain(_ text: String) -> String {
        let name = String(decoding: text.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "-") }, as: UTF8.self)
        return name.isEmpty ? "hub" : name
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || "-_".utf8.contains(byte)
    }
}
