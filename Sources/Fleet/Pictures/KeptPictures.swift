import Basics
import Foundation
import History
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The pictures of sites that a centre keeps, each a file with the time of its event: those that are too old go, the oldest where all together are
/// too large, and those whose events were forgotten, be it by another centre of the same history.
package struct KeptPictures: Sendable {
    package var path: String
    /// 0 keeps none, as do 0 megabytes: what is there of earlier goes.
    package var days: Int
    package var megabytes: Int

    package init(path: String, days: Int, megabytes: Int) {
        self.path = path
        self.days = days
        self.megabytes = megabytes
    }

    package var keepsNone: Bool { days == 0 || megabytes == 0 }

    /// Times of events that were forgotten, of which a picture may be here still, by camera.
    package func forgotten(in history: any History, at now: WallTime) async throws -> [String: Set<Int64>] {
        let from = WallTime(milliseconds: now.milliseconds - Int64(days + 1) * Self.day)
        return try await history.fold(OtherRecords(ForgottenLine.schema, from: from), into: [:]) { times, record in
            times[record.camera, default: []].insert(record.time.milliseconds)
            return true
        }
    }

    /// Goes through them twice rather than remember them all: a year's may be millions.
    ///
    /// - Parameter time: by which they are too old; nil while the clock may be wrong, and none goes for its age.
    /// - Returns: how many are gone.
    package func sweep(by time: TrustedTime?, forgotten: [String: Set<Int64>] = [:]) throws -> Int {
        var (bytes, count): ([Int64: Int], Int) = ([:], 0)
        try visit { name, size, time in
            let camera = name.split(separator: "/").prefix(2).joined(separator: "/")
            if forgotten[camera]?.contains(time) == true {
                try remove(name)
                count += 1
            } else {
                bytes[time / Self.minute, default: 0] += size
            }
        }
        // Of a minute at the limit all are kept or none.
        var last = keepsNone ? .max : time.map { $0.earlier(days: days).wall.milliseconds / Self.minute } ?? .min
        var size = 0
        for (minute, more) in bytes.sorted(by: { $0.key > $1.key }) where minute > last {
            size += more
            if size > megabytes * 1_000_000 {
                last = minute
                break
            }
        }
        try visit { [last] name, _, time in
            guard time / Self.minute <= last else { return }
            try remove(name)
            count += 1
        }
        return count
    }

    private func remove(_ name: String) throws {
        // Somebody may have forgotten it meanwhile.
        guard unlink("\(path)/\(name)") == 0 || errno == ENOENT else {
            throw Failure(.inputOutput, while: "removing \(path)/\(name)", because: String(cString: strerror(errno)))
        }
    }

    private static let minute: Int64 = 60_000
    private static let day: Int64 = 86_400_000

    /// What lies there and is none of them is somebody else's: a folder of that name may be there for another reason.
    ///
    /// - Parameter body: is handed each file's name, SITE/CAMERA/ab/HASH.jpg, its bytes, and its time in milliseconds.
    private func visit(_ body: (String, Int, Int64) throws -> Void) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard let names = FileManager.default.enumerator(atPath: path) else { return }
        while let name = names.nextObject() as? String {
            let parts = name.split(separator: "/")
            guard parts.count == 4, CameraRef("\(parts[0])/\(parts[1])") != nil, parts[2].count == 2,
                parts[2].allSatisfy(\.isHexDigit)
            else { continue }
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            // Whoever set it had it as a fraction of seconds.
            let time = Int64(status.st_mtim.tv_sec) * 1000 + (Int64(status.st_mtim.tv_nsec) + 500_000) / 1_000_000
            try body(name, Int(status.st_size), time)
        }
    }
}
