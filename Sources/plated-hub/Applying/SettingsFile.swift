import Basics
import CameraSetup
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// A camera's file that is to be written for the console, and is not believed a word: neither what it says nor what it claims to change.
final class SettingsFile {
    let places: CameraPlaces
    private let request: SettingsRequest
    private let folder: SettingsFolder
    private let old: SettingsFolder.Content?
    private let name: String
    private let credentials: String

    var isNew: Bool { old == nil }

    /// Looks at what is there.
    init(root: CameraPlaces.Root, request: SettingsRequest) throws {
        guard let camera = CameraID(request.camera) else {
            throw SettingsRefusal("The camera's name \(CameraID.rule).")
        }
        self.request = request
        places = CameraPlaces(camera, root)
        name = places.configurationName
        credentials = places.name(of: .credentials)
        folder = try SettingsFolder(root.configurations)
        old = try folder.content(of: name)
    }

    // MARK: - Checking

    func check(asking probe: SetupSocket) throws {
        let text = old?.text ?? ""
        let before = try Self.file(text)
        guard request.base == before.version else {
            throw SettingsRefusal(
                "\(name) is not the file any more that these settings were made from. Nothing was written.")
        }
        do { _ = try SettingsDifference.keys(from: text, to: request.yaml) } catch {
            throw SettingsRefusal("The console may not write this.", error.problems)
        }
        try checkCredentials(before: before, after: try Self.file(request.yaml))
        let problems = try Self.problems(request, asking: probe)
        if !problems.isEmpty {
            throw SettingsRefusal("Something is wrong with the settings. Nothing was written.", problems)
        }
    }

    private static func file(_ text: String) throws -> CameraFile {
        if text.isEmpty { return .none }
        do { return try CameraFile(text) } catch {
            throw SettingsRefusal("It is no file of a camera.", [error.problem])
        }
    }

    /// A password goes where it was typed for, and nowhere else.
    private func checkCredentials(before: CameraFile, after: CameraFile) throws {
        switch request.credentials {
        case .kept:
            if after.hasCredentials, !Self.isSamePlace(before, after) {
                throw SettingsRefusal(
                    "The address leads elsewhere than the stored password belongs: type user and password anew.")
            }
        case .removed:
            if after.hasCredentials {
                throw SettingsRefusal("The settings still name a password that is to be removed.")
            }
        case .new(let user, let password):
            guard after.hasCredentials, !after.holdsSecret else {
                throw SettingsRefusal("The settings do not say where user and password are.")
            }
            let isLine = [user, password].allSatisfy { text in
                text.utf8.count <= 200 && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            }
            guard isLine, !user.isEmpty, !user.contains(":") else {
                throw SettingsRefusal(
                    "User and password have at most 200 bytes each, no control characters, and the user no colon.")
            }
            if password.isEmpty, try hasPassword(before) {
                throw SettingsRefusal(
                    """
                    A password is stored, and none was typed with the user: type both. Where the camera has an empty one now, write \
                    \(credentials) on the machine. Nothing was written.
                    """)
            }
        }
    }

    private static func isSamePlace(_ before: CameraFile, _ after: CameraFile) -> Bool {
        guard let old = before.values.texts[.url], let new = after.values.texts[.url] else { return false }
        return SetupAddress.isSamePlace(old, new)
    }

    /// Whether an empty password would take the place of one: a field that was forgotten, or lost on its way, looks the same.
    private func hasPassword(_ before: CameraFile) throws -> Bool {
        if before.holdsSecret { return true }
        guard before.hasCredentials, let stored = try folder.content(of: credentials) else { return false }
        // It may have the password alone.
        let parts = stored.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.last?.contains { !$0.isWhitespace } ?? false
    }

    /// By somebody without rights.
    private static func problems(_ request: SettingsRequest, asking probe: SetupSocket) throws -> [SettingsProblem] {
        let descriptor = try probe.connection(patience: 30)
        let channel = PartChannel(input: descriptor, output: descriptor, isOwner: true)
        var hasCredentials = false
        if case .new = request.credentials { hasCredentials = true }
        try channel.send(
            SetupQuestion(.check, camera: request.camera, yaml: request.yaml, hasCredentials: hasCredentials))
        while let part = try channel.part() {
            if part.head.part == .problems { return try PartChannel.decoded([SettingsProblem].self, part.bytes) }
            if part.head.part == .failure {
                throw SettingsRefusal("It cannot be checked: \(String(decoding: part.bytes, as: UTF8.self))")
            }
        }
        throw SettingsRefusal("It cannot be checked: who checks gave no answer. Nothing was written.")
    }

    // MARK: - Writing

    /// Where it throws, all is as it was, or it says what is not: a new password is for the new file's address, and an old one for the old
    /// file's. Wherever it is broken off, no password lies beside another's address.
    ///
    /// - Returns: a sentence on what is left to be done by hand; nil for nothing.
    func write() throws -> String? {
        let yaml = try folder.fresh(request.yaml, mode: old?.mode ?? 0o644)
        defer { folder.drop(yaml) }
        guard case .new(let user, let password) = request.credentials else {
            try folder.replace(name, old, with: yaml)
            return request.credentials == .removed ? removed() : nil
        }
        let secret = try folder.fresh("\(user):\(password)\n", mode: 0o600)
        defer { folder.drop(secret) }
        try folder.check(name, is: old)
        let held = try folder.held(credentials)
        defer { if let held { folder.drop(held) } }
        let leads = try leadsElsewhere
        do {
            // A scanner that starts in between, or after a power cut there, finds no password and says so: it sends none to another's address.
            if leads { try folder.takeAway(credentials) } else { try folder.put(secret, at: credentials) }
            try folder.replace(name, old, with: yaml)
        } catch {
            try putBack(held, after: error)
            throw error
        }
        if leads { try putLast(secret) }
        return nil
    }

    /// Whether the file that is there sends the password elsewhere than the new one.
    private var leadsElsewhere: Bool {
        get throws {
            let before = try Self.file(old?.text ?? "")
            let after = try Self.file(request.yaml)
            return before.hasCredentials && !Self.isSamePlace(before, after)
        }
    }

    private func putLast(_ secret: String) throws {
        do { try folder.put(secret, at: credentials) } catch {
            throw SettingsRefusal(
                """
                \(name) is written, and \(credentials) is not there: write user:password into it on the machine, and restart \
                \(places.unit). \(Failure(error))
                """)
        }
    }

    private func putBack(_ held: String?, after error: any Error) throws {
        do { try folder.putBack(credentials, held) } catch let second {
            throw SettingsRefusal(
                """
                \(name) was not written, and \(credentials) has the old user and password no more: write them into it on the machine. \
                \(Failure(error)) \(Failure(second))
                """)
        }
    }

    private func removed() -> String? {
        do { try folder.remove(credentials) } catch {
            return
                "The old password is there still, and no longer used. Delete \(credentials) on the machine: \(Failure(error))"
        }
        return nil
    }
}
