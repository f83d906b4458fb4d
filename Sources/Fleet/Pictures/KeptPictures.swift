import Foundation
import Records

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

    /// - Returns: how many are gone.
    package func sweep(at now: WallTime) throws -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        let keys: Set<URLResourceKey> = [.isRegularFileKey, .fileSizeKey, .contentModificationDateKey]
        let files = FileManager.default.enumerator(
            at: URL(fileURLWithPath: path), includingPropertiesForKeys: Array(keys))
        var found: [(url: URL, size: Int, time: Int64)] = []
        while let url = files?.nextObject() as? URL {
            let values = try url.resourceValues(forKeys: keys)
            guard values.isRegularFile == true, let time = values.contentModificationDate else { continue }
            found.append((url, values.fileSize ?? 0, Int64(time.timeIntervalSince1970 * 1000)))
        }
        found.sort { $0.time > $1.time }
        var (size, count) = (0, 0)
        for file in found {
            size += file.size
            let isOld = now.milliseconds - file.time >= Int64(days) * 86_400_000
            guard isOld || size > megabytes * 1_000_000 else { continue }
            try FileManager.default.removeItem(at: file.url)
            count += 1
        }
        return count
    }
}
