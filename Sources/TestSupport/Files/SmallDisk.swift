import Foundation

/// A folder with room for a few lines only: a small file system, where the tests may mount one.
public final class SmallDisk {
    private let folder: String
    private var ballast: String { folder + "/ballast" }

    /// Whether this machine lets us mount one.
    public static let isPossible: Bool = {
        let folder = NSTemporaryDirectory() + "plated-mount-\(UUID().uuidString)"
        guard Command.succeeds("mkdir", folder) else { return false }
        defer { _ = Command.succeeds("rmdir", folder) }
        return mount(folder) && Command.succeeds("umount", folder)
    }()

    public init(folder: String) throws {
        self.folder = folder
        guard Self.mount(folder) else { throw Program.Failure(message: "no file system can be mounted on \(folder)") }
        try Data(count: 32_768).write(to: URL(fileURLWithPath: ballast))
    }

    deinit {
        _ = Command.succeeds("umount", "-l", folder)
    }

    public func makeRoom() throws {
        try FileManager.default.removeItem(atPath: ballast)
    }

    private static func mount(_ folder: String) -> Bool {
        Command.succeeds("mount", "-t", "tmpfs", "-o", "size=64k", "plated-test", folder)
    }
}
