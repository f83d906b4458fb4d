import Foundation
import Testing

/// A folder with room for a few lines only: a small file system, where the tests may mount one.
final class SmallDisk {
    private let folder: String
    private var ballast: String { folder + "/ballast" }

    /// Whether this machine lets us mount one.
    static let isPossible: Bool = {
        let folder = NSTemporaryDirectory() + "plated-mount-\(UUID().uuidString)"
        guard run("mkdir", folder) else { return false }
        defer { _ = run("rmdir", folder) }
        return mount(folder) && run("umount", folder)
    }()

    init(folder: String) throws {
        self.folder = folder
        try #require(Self.mount(folder))
        try Data(count: 32_768).write(to: URL(fileURLWithPath: ballast))
    }

    deinit {
        _ = Self.run("umount", "-l", folder)
    }

    func makeRoom() throws {
        try FileManager.default.removeItem(atPath: ballast)
    }

    private static func mount(_ folder: String) -> Bool {
        run("mount", "-t", "tmpfs", "-o", "size=64k", "plated-test", folder)
    }

    private static func run(_ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
