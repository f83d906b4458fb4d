import Basics
import Foundation
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The pictures of sites that a centre keeps: those that are too old go, and the oldest where all together are too large.
package struct KeptPictures: Sendable {
    package var path: String
    /// 0 keeps none.
    package var days: Int
    package var megabytes: Int

    package init(path: String, days: Int, megabytes: Int) {
        self.path = path
        self.days = days
        self.megabytes = megabytes
    }

    /// Goes through them twice rather than remember them all: a year's may be millions.
    ///
    /// - Returns: how many are gone.
    package func sweep(at now: WallTime) throws -> Int {
        var bytes: [Int64: Int] = [:]
        try visit { _, size, minute in bytes[minute, default: 0] += size }
        // Of a minute at the limit all are kept or none.
        var last = (now.milliseconds - Int64(days) * 86_400_000) / Self.minute
        var size = 0
        for (minute, more) in bytes.sorted(by: { $0.key > $1.key }) where minute > last {
            size += more
            if size > megabytes * 1_000_000 {
                last = minute
                break
            }
        }
        var count = 0
        try visit { [last] path, _, minute in
            guard minute <= last else { return }
            // Somebody may have forgotten it meanwhile.
            guard unlink(path) == 0 || errno == ENOENT else {
                throw Failure(.inputOutput, while: "removing \(path)", because: String(cString: strerror(errno)))
            }
            count += 1
        }
        return count
    }

    private static let minute: Int64 = 60_000

    /// - Parameter body: is handed each file's path, its bytes, and the minute in which it was written.
    private func visit(_ body: (String, Int, Int64) throws -> Void) throws {
        guard let names = FileManager.default.enumerator(atPath: path) else { return }
        while let name = names.nextObject() as? String {
            let file = "\(path)/\(name)"
            var status = stat()
            guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            try body(file, Int(status.st_size), Int64(status.st_mtim.tv_sec) * 1000 / Self.minute)
        }
    }
}
