import Addresses
import Records
import Settings
import Yams

/// A camera's file as a page sees it: what can be changed from there, what else it says, and how it is shown.
public struct CameraFile: Sendable {
    public let text: String
    /// Keys of the closed list, as they are.
    public let values: SetupValues
    /// Keys that it sets and a page cannot, such as `log.file`.
    public let others: [String]
    /// Keys of the closed list whose values a form has no room for.
    public let unshown: [SettingsKey]
    /// Whether it says in any way with which user or password the camera is opened.
    public let hasCredentials: Bool
    /// Whether user or password stand in the file itself.
    public let holdsSecret: Bool
    /// Those of user and password that stand in the file as keys of their own.
    private let secretKeys: [SettingsKey]

    public struct Unreadable: Error, Equatable {
        public let problem: SettingsProblem
    }

    /// Of a camera that is not there yet.
    public static let none = CameraFile()

    private init() {
        (text, values, others, unshown) = ("", SetupValues(), [], [])
        (hasCredentials, holdsSecret, secretKeys) = (false, false, [])
    }

    public init(_ text: String) throws(Unreadable) {
        let tree: YAMLTree
        do { tree = try YAMLTree(text) } catch {
            throw Unreadable(problem: .init(line: error.line, key: nil, message: error.reason))
        }
        self.text = text
        var values = SetupValues()
        var unshown: [SettingsKey] = []
        for key in SetupValues.plain {
            guard let node = tree[key] else { continue }
            // Blanks are no part of an address, and one that is not shown could not be told from one that leads elsewhere.
            guard let text = node.scalar?.string, key == .url ? !text.contains("${") : Self.fitsField(text) else {
                unshown.append(key)
                continue
            }
            // A form cannot tell an empty text from none.
            if !text.isEmpty { values.texts[key] = key == .url ? SourceAddress(text).printableLocation : text }
        }
        if let node = tree[.countries] {
            let codes = node.sequence?.compactMap(\.string) ?? []
            if SettingsKey.countries.problem(with: node) == nil {
                values.countries = codes.map { $0.lowercased() }
            } else {
                unshown.append(.countries)
            }
        }
        if let node = tree[.roi] {
            values.roi = SetupRegion(node)
            if values.roi == nil { unshown.append(.roi) }
        }
        if let node = tree[.lanes] {
            values.lanes = SetupLane.all(node) ?? []
            if SetupLane.all(node) == nil { unshown.append(.lanes) }
        }
        self.values = values
        self.unshown = unshown
        others = tree.leaves.keys.filter { SettingsKey(path: $0) == nil }
            .map { $0.map(\.printableKey).joined(separator: ".") }.sorted()
        let inAddress = tree[.url]?.string.map { SourceAddress($0).credentials != nil } ?? false
        let inAddressElsewhere = tree[.url]?.string.map { !SourceAddress.secrets(in: Array($0.utf8)).isEmpty } ?? false
        secretKeys = [.user, .password].filter { tree[$0] != nil }
        holdsSecret = inAddress || inAddressElsewhere || !secretKeys.isEmpty
        hasCredentials = holdsSecret || tree[.credentials] != nil
    }

    /// Whether a form sends a text back as it is: a field has one line, and spaces at its ends are taken off.
    private static func fitsField(_ text: String) -> Bool {
        !text.contains("${") && text.first != " " && text.last != " "
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// Whether it says all of these values already.
    public func says(_ other: SetupValues) -> Bool { other.changes(from: values).isEmpty }

    /// Stands for this very text; what a change is based on.
    public var version: String { text.isEmpty ? Self.nothing : Digest(of: text.utf8).description }
    /// The version of a file that is not there.
    public static let nothing = "none"

    // MARK: - Changing it

    /// What becomes of a camera's user and password.
    public enum Credentials: Sendable, Equatable {
        /// They stay where they are.
        case kept
        /// The camera asks for none, or no longer.
        case none
        /// In the file that systemd hands over.
        case handedOver
    }

    /// The file with other values: what is equal stays as it is written, and so does every comment.
    public func changed(to new: SetupValues, credentials: Credentials) throws(YAMLEdit.Unfit) -> String {
        var edit = YAMLEdit(text.isEmpty ? Self.beginning : text)
        for (key, yaml) in new.changes(from: values) where !unshown.contains(key) { try edit.set(key.path, to: yaml) }
        switch credentials {
        case .kept: break
        case .handedOver: try edit.set(SettingsKey.credentials.path, to: SettingsKey.handedOver)
        case .none where hasCredentials: try edit.set(SettingsKey.credentials.path, to: "null")
        case .none: break
        }
        if credentials != .kept, holdsSecret {
            for key in secretKeys { try edit.set(key.path, to: "null") }
            if let url = new.texts[.url] { try edit.set(SettingsKey.url.path, to: YAMLText.quoted(url)) }
        }
        return edit.text
    }

    private static let beginning = """
        # Made in the console. Every key, with what it is for and its default: /usr/share/plated/plated.yaml.

        """
}
