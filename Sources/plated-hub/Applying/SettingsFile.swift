import Basics
import CameraSetup

#if canImport(Glibc)
    import Glibc
#endif

/// A camera's file that is to be written for the console, and is not believed a word: neither what it says nor what it claims to change.
final class SettingsFile {
    private let request: SettingsRequest
    private let folder: SettingsFolder
    private let old: SettingsFolder.Content?
    private let name: String

    var isNew: Bool { old == nil }

    /// Looks at what is there.
    init(folder path: String, request: SettingsRequest) throws {
        guard SetupName.fits(request.camera) else { throw SettingsRefusal("The camera's name \(SetupName.rule).") }
        self.request = request
        name = request.camera + ".yaml"
        folder = try SettingsFolder(path)
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
            let isSame =
                before.values.texts[.url].flatMap { old in
                    after.values.texts[.url].map { SetupAddress.isSamePlace(old, $0) }
                } ?? false
            if after.hasCredentials, !isSame {
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
        }
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

    /// The password first: a file that names one is never without it.
    func write() throws {
        let credentials = request.camera + ".credentials"
        if case .new(let user, let password) = request.credentials {
            try folder.put("\(user):\(password)\n", at: credentials, mode: 0o600)
        }
        try folder.replace(name, old, with: request.yaml)
        if request.credentials == .removed { try folder.remove(credentials) }
    }
}
