import Logging

/// The explanation file: best effort. While it cannot be written, the newest lines wait in memory; that is told once.
///
/// Made, used and released on the OCR queue.
public final class Explanations {
    /// Lines that wait at most.
    static let room = 2000

    private let file: LineFile
    private let log: Logger
    private var isInTrouble = false
    private var dropped = 0

    /// - Parameters:
    ///   - path: nil for standard output.
    ///   - limit: how large the file grows, in bytes, before it is moved to `<path>.1` and begun anew; nil for as large as it likes.
    public init(path: String?, limit: Int? = nil, log: Logger) throws(LogFailure) {
        file = try LineFile(path: path, for: .explanations(limit: limit))
        self.log = log
    }

    public func append(_ line: [UInt8]) {
        attempt { () throws(LogFailure) in try file.append(line) }
        if file.backlog > Self.room { dropped += file.dropOldest(keeping: Self.room) }
    }

    public func flush() {
        attempt { () throws(LogFailure) in try file.flush() }
    }

    public func reopen() {
        attempt { () throws(LogFailure) in try file.reopen() }
    }

    private func attempt(_ action: () throws(LogFailure) -> Void) {
        do {
            try action()
            if isInTrouble { log.notice("explanations are written again; \(dropped) lines of them are lost") }
            isInTrouble = false
            dropped = 0
        } catch {
            if !isInTrouble {
                log.error("\(error); the last \(Self.room) lines of explanation wait until it can be written")
            }
            isInTrouble = true
        }
    }
}
