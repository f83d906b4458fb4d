import Foundation

/// The repository's root, from this file's place in it.
public let repository = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { path, _ in path.deletingLastPathComponent() }
    .path
