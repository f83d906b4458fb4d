import Foundation
import Synchronization

/// Files that take long to make and that several tests want alike, such as clips: each is made once a process.
public enum MadeFiles {
    /// Who makes it holds the lock; those who want the same wait for it.
    private final class Place: Sendable {
        let isMade = Mutex(false)
    }

    private static let places = Mutex<[String: (Place, number: Int)]>([:])
    private static let folder: Result<String, any Error> = Result {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("plated-made-\(UUID().uuidString)")
            .path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        atexit {
            do { try FileManager.default.removeItem(atPath: MadeFiles.folder.get()) } catch {
                print("the folder of the files that were made for tests could not be removed: \(error)")
            }
        }
        return path
    }

    /// Puts a file of the test's own at a path.
    ///
    /// - Parameters:
    ///   - recipe: all that decides what is in the file.
    ///   - make: writes it to the path it gets, which ends as `path` does.
    public static func put(_ recipe: [String], at path: String, make: (String) throws -> Void) throws {
        let ending = URL(fileURLWithPath: path).pathExtension
        let key = (recipe + [ending]).joined(separator: "\0")
        let (place, number) = places.withLock { places in
            let found = places[key] ?? (Place(), places.count)
            places[key] = found
            return found
        }
        let made = try folder.get() + "/\(number).\(ending)"
        try place.isMade.withLock { isMade in
            if !isMade { try make(made) }
            isMade = true
        }
        try Data(contentsOf: URL(fileURLWithPath: made)).write(to: URL(fileURLWithPath: path))
    }
}
