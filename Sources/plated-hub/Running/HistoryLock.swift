import Basics
import Files
import History
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// Holds a history for one hub: a second one would read the same logs into it again and again. A file beside it, locked while the value
/// lives. The history's own locks are SQLite's.
final class HistoryLock: Sendable {
    private let lock: FileLock
    private let path: String
    private let file: FileIdentity?

    init(_ history: String) throws(Failure) {
        path = history + ".lock"
        do throws(SystemError) { lock = try FileLock(path, made: 0o600, .brief) } catch {
            guard error.isTaken else {
                throw Failure(
                    .inputOutput, while: "locking the history \(history)", because: error.reason,
                    remedy: "Its folder has to be there, and to be writable for the hub.")
            }
            throw Failure(
                .temporary, while: "locking the history \(history)", because: "another hub keeps it",
                remedy:
                    "There is one hub a machine: stop the other, or give this one a history of its own (history.path).")
        }
        file = FileIdentity(at: path)
        tell(nil)
    }

    /// Throws where the file was deleted or replaced: it holds nothing any more.
    func check() throws(HistoryFailure) {
        guard FileIdentity(at: path) != file else { return }
        throw HistoryFailure(
            "holding the history", reason: "\(path) was deleted or replaced while it was in use", cause: .replaced)
    }

    // MARK: - What is told

    /// Taken beforehand: a disk that is full takes no more, and this is what is to be told then.
    private static let room = 1024

    /// Tells other commands, such as `status`, that nothing is stored; nil that all is well.
    func tell(_ standstill: Standstill?) {
        let text = standstill.map { "\($0.since.milliseconds)\n\($0.reason)\n\($0.remedy)\n" } ?? ""
        var bytes = Array(text.utf8.prefix(Self.room))
        bytes += [UInt8](repeating: UInt8(ascii: "\n"), count: Self.room - bytes.count)
        _ = pwrite(lock.descriptor, bytes, bytes.count, 0)
    }

    /// What the hub tells that keeps this history now; nil where all is well, or none does.
    static func told(_ history: String) -> Standstill? {
        guard isHeld(history),
            case let descriptor = open(history + ".lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY),
            descriptor >= 0
        else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: room)
        let count = pread(descriptor, &bytes, room, 0)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count > 2, let time = Int64(lines[0]) else { return nil }
        return Standstill(since: WallTime(milliseconds: time), reason: lines[1], remedy: lines[2])
    }

    /// Whether a hub keeps this history now, as far as this user can see.
    static func isHeld(_ history: String) -> Bool { FileLock.isTaken(history + ".lock") == true }
}
