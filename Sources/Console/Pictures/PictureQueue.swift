import Answers
import Basics
import CameraSetup
import Dispatch
import HTTPTypes
import Logging
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Hands posted pictures to `plated pictures`, one at a time. Few may wait, so that nothing piles up.
final class PictureQueue: Sendable {
    /// Being sent, waiting or being read.
    static let most = 8

    private let socket: SetupSocket
    private let patience: Duration
    private let talk: Logger
    private let inside = Mutex(0)
    /// What was said last, so that it is said once.
    private let said = Mutex<String?>(nil)
    /// Asking blocks.
    private let thread = DispatchQueue(label: "pictures")

    /// - Parameter patience: from a picture's arrival to its answer.
    init(_ socket: SetupSocket, patience: Duration, talk: Logger) {
        self.socket = socket
        self.patience = patience
        self.talk = talk
    }

    /// Takes a place, which `leave` gives back.
    func enter() throws(RequestProblem) {
        let isFull = inside.withLock { count in
            if count >= Self.most { return true }
            count += 1
            return false
        }
        if isFull {
            throw RequestProblem(
                .tooManyRequests, "Request was throttled. Expected available in 1 second.", retryAfter: 1)
        }
    }

    func leave() { inside.withLock { $0 -= 1 } }

    func answer(_ question: PictureQuestion, about picture: [UInt8]) async throws -> PictureAnswer {
        let end = ContinuousClock.now + patience
        let answer = try await withCheckedThrowingContinuation { continuation in
            thread.async { [self] in continuation.resume(with: Result { try ask(question, picture, until: end) }) }
        }
        switch answer.problem {
        case nil: return answer
        case .noPicture: throw RequestProblem(.badRequest, answer.detail ?? "It cannot be read.")
        case .tooLarge: throw RequestProblem(.contentTooLarge, answer.detail ?? "It is too large.")
        case .failed:
            tell(answer.detail ?? "it does not say why")
            throw RequestProblem(.internalServerError, "It failed. The hub's journal says why.")
        }
    }

    // MARK: - On its thread

    private func ask(
        _ question: PictureQuestion, _ picture: [UInt8], until end: ContinuousClock.Instant
    ) throws -> PictureAnswer {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { throw Self.late }
        let descriptor: Int32
        do throws(Failure) {
            descriptor = try socket.connection(patience: max(1, Int(left.seconds.rounded(.up))))
        } catch {
            tell(error.description)
            throw RequestProblem(
                .serviceUnavailable, "Nobody reads pictures here: plated-pictures.socket is not there.", retryAfter: 60)
        }
        let channel = PartChannel(input: descriptor, output: descriptor, isOwner: true)
        do throws(Failure) {
            try channel.send(question)
            try channel.send(Part(PartHead(.picture, bytes: picture.count), bytes: picture))
            guard let answer = try channel.object(PictureAnswer.self) else { throw Self.broken }
            guard answer.isSound else { throw Self.absurd }
            said.withLock { $0 = nil }
            return answer
        } catch {
            // Silence is all that takes that long; whatever else ends a conversation has ended who reads.
            if ContinuousClock.now >= end {
                tell("it says nothing within \(patience.inWords)")
                throw Self.late
            }
            tell(error.reason)
            throw RequestProblem(.internalServerError, "This picture could not be read: reading it failed.")
        }
    }

    private static let broken = Failure(
        .unavailable, while: "having a picture read", because: "who reads ended without an answer")
    private static let absurd = Failure(
        .unavailable, while: "having a picture read", because: "who reads answered with numbers that no picture has")
    private static let late = RequestProblem(
        .serviceUnavailable, "It took too long. Fewer pictures at once, or smaller ones.", retryAfter: 1)

    private func tell(_ reason: String) {
        let isNew = said.withLock { said in
            defer { said = reason }
            return said != reason
        }
        if isNew { talk.error("a posted picture was not read: \(reason)") }
    }
}
