import Basics
import Logging
import Records

/// Takes away the days of misses that are too old, and the oldest where all together are too large; a little at a time.
struct MissedRetention {
    private static let interval = Duration.seconds(60)
    /// Files that are removed at one time.
    private static let step = 32

    /// Days that are kept beside the present one.
    private let days: Int
    /// Of all together, in bytes.
    private let limit: Int
    private let trust: ClockTrust
    private let log: Logger?
    private var sizes: [String: Int] = [:]
    /// Days that were there at the start and are still to be measured; before them, the folder that they lie in, which is empty here.
    private var unseen = [""]
    /// Of these, those that could not be looked into.
    private var unread = UnreadFolders()
    private var nextCheck: ContinuousClock.Instant?
    private var aside = SetAside()

    init(days: Int, bytes: Int, trust: ClockTrust, log: Logger?) {
        self.days = days
        limit = bytes
        self.trust = trust
        self.log = log
    }

    /// Whether nothing more may be written today: the oldest goes first, and today is all there is.
    func isFull(on day: String) -> Bool { sizes[day, default: 0] > limit }

    mutating func add(_ bytes: Int, to day: String) { sizes[day, default: 0] += bytes }

    mutating func tend(_ folder: MissedFolder, now: Moment) {
        // What cannot be seen is neither gone nor seen.
        guard folder.isOpen else { return }
        if unseen.isEmpty { unseen = unread.due(at: now.instant) }
        if let path = unseen.popLast() { return look(into: path, of: folder, now: now) }
        let total = sizes.values.reduce(0, +)
        let isDue = nextCheck.map { $0 <= now.instant } ?? true
        guard isDue || total > limit,
            let oldest = sizes.keys.filter({ !aside.has($0, at: now.instant) }).min()
        else { return }
        let kept = MissedFiles.day(of: WallTime(milliseconds: now.wall.milliseconds - Int64(days) * 86_400_000))
        let time = oldest < kept ? trust.time(at: now) : nil
        if isDue, time == nil { nextCheck = now.instant + Self.interval }
        guard time != nil || total > limit && oldest != MissedFiles.day(of: now.wall) else { return }
        do throws(EvidenceFailure) {
            guard try folder.remove(oldest, atMost: Self.step) else { return }
            sizes[oldest] = nil
            aside.remove(oldest)
        } catch {
            if let news = aside.put(oldest, because: error, at: now.instant) { log?.error("\(news)") }
            // What of it is gone does not count any more. Where nobody may look, the same word tells it.
            do throws(EvidenceFailure) { sizes[oldest] = try folder.bytes(of: oldest) } catch { return }
        }
    }

    private mutating func look(into path: String, of folder: MissedFolder, now: Moment) {
        do throws(EvidenceFailure) {
            if path.isEmpty {
                unseen += try folder.days().sorted()
            } else {
                sizes[path] = try folder.bytes(of: path)
            }
            unread.remove(path)
        } catch {
            if let news = unread.put(path, because: error, at: now.instant) { log?.error("\(news)") }
        }
    }
}
