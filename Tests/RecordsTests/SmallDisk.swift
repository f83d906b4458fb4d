import Foundation
import TestSupport
import Testing

/// A folder with room for a few lines only: a small file system, where the tests may mount one.
final class SmallDisk {
    private let folder: String
    private var ballast: String { folder + "/ballast" }

    /// Whether this machine lets us mount one.
    static let isPossible: Bool = {
        let folder = NSTemporaryDirectory() + "plated-mount-\(UUID().uuidString)"
        guard Command.succeeds("mkdir", folder) else { return false }
        defer { _ = Command.succeeds("rmdir", folder) }
        return mount(folder) && Command.succeeds("umount", folder)
    }()

    init(folder: String) throws {
        self.folder = folder
        try #require(Self.mount(folder))
        try Data(count: 32_768).write(to: URL(fileURLWithPath: ballast))
    }

    deinit {
        _ = Command.succeeds("umount", "-l", folder)
    }

    func makeRoom() throws {
        try FileManager.default.removeItem(atPath: ballast)
    }

    private static func mount(_ folder: String) -> Bool {
        Command.succeeds("mount", "-t", "tmpfs", "-o", "size=64k", "plated-test", folder)
    }
}
