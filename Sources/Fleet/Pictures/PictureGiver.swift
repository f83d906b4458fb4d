import Answers
import Basics
import History
import Logging
import Records

/// Shows a site's pictures to its centre, piece by piece, as that asks: those that an event of the site's history names, and nothing else.
/// It has a connection of its own, so that pictures hold up no record.
package actor PictureGiver {
    private static let pulse = Duration.seconds(2)
    /// Between two pieces: 2.5 MB a second at most, whatever is asked for.
    private static let pause = Duration.milliseconds(50)
    /// How long the centre may say nothing of pictures that were told of, and how often they are told of again then.
    private static let silence = (wait: Duration.seconds(20), times: 3)
    /// An asker keeps one number while it fetches a picture, and is done with it by then: the same number later is another look.
    private static let question = (length: Duration.seconds(300), most: 256)

    private let policy: PicturePolicy
    private let line: any LookLine
    private let history: any History
    private let cameras: Set<String>
    private let again: Duration
    private let folder: @Sendable (CameraRef) -> String
    private let record: @Sendable (_ event: String) throws -> Void
    private let stopwatch: @Sendable () -> ContinuousClock.Instant
    private let talk: Logger
    private let board = ReceiptBoard()
    private var session = ToldSession()
    private var isTroubled = false
    /// Questions whose look is recorded, the last ones, with when that was.
    private var recorded: [(question: PictureLook, at: ContinuousClock.Instant)] = []

    /// - Parameters:
    ///   - cameras: those whose pictures are shown; empty for all.
    ///   - again: how often it is said whether there are any: a broker may lose what it was told.
    ///   - folder: that of a camera's pictures, by its name.
    ///   - record: writes down that the centre looks at a picture of an event. What cannot be written down is not shown.
    package init(
        _ policy: PicturePolicy, line: any LookLine, history: any History, cameras: [String],
        again: Duration = .seconds(60), folder: @escaping @Sendable (CameraRef) -> String, talk: Logger,
        stopwatch: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        record: @escaping @Sendable (_ event: String) throws -> Void
    ) {
        self.policy = policy
        self.line = line
        self.history = history
        self.cameras = Set(cameras)
        self.again = again
        self.folder = folder
        self.talk = talk
        self.stopwatch = stopwatch
        self.record = record
    }

    /// Runs until the task is cancelled.
    package func run() async {
        await line.begin()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await arrival in self.line.arrivals { await self.hear(arrival.bytes) } }
            group.addTask { await self.keepSaying() }
            await group.next()
            group.cancelAll()
        }
        line.say(nil)
        await line.end()
    }

    private func keepSaying() async {
        var said = ContinuousClock.now
        while !Task.isCancelled {
            if session.isDue(over: line) {
                line.listen()
                line.say(policy)
                said = .now
            } else if line.isConnected, ContinuousClock.now - said >= again {
                line.say(policy)
                said = .now
            }
            await session.wait(for: line, upTo: Self.pulse)
        }
    }

    private func hear(_ bytes: [UInt8]) async {
        if let receipt = PictureReceipt(bytes) { return board.put(receipt) }
        guard let look = PictureLook(bytes) else { return }
        let content: PicturePiece.Content
        do throws(PictureAbsence) {
            content = .bytes(try await piece(look), from: look.offset)
            isTroubled = false
        } catch {
            content = .refused(error)
        }
        line.hand(PicturePiece(number: look.number, content))
        // Cancelled: nothing more is asked.
        do { try await Task.sleep(for: Self.pause) } catch {}
    }

    // MARK: - Pictures that the centre keeps

    /// Tells of the pictures of some events that are here, and waits until the centre has said what became of all of them, or is silent.
    ///
    /// - Returns: by event; `later` where not all of its pictures are done with. And whether the centre has said so itself, of all of them.
    package func hand(_ events: [PlateEvent]) async -> (words: [String: PictureReceipt.Word], areSaid: Bool) {
        let news = events.flatMap { event in
            EventPicture.of(event, in: folder).filter { $0.isThere && $0.file.bytes <= PicturePiece.longest }
                .compactMap { Digest($0.file.sha256) }.map { PictureNews(event: event.id, digest: $0) }
        }
        let (board, line) = (board, line)
        board.expect(Set(news.map(\.digest)))
        var silent = 0
        while line.isConnected, !Task.isCancelled, silent < Self.silence.times {
            let known = board.words.count
            let rest = news.filter { board.words[$0.digest] == nil }
            if rest.isEmpty { break }
            if known == 0 || silent > 0 { rest.forEach(line.tell) }
            let isMoved = await board.changes.wait(upTo: Self.silence.wait) {
                board.words.count != known || !line.isConnected
            }
            silent = isMoved ? 0 : silent + 1
        }
        let words = board.words
        var answer: [String: PictureReceipt.Word] = [:]
        for news in news {
            let word = words[news.digest] ?? .later
            if word == .later || answer[news.event] == nil { answer[news.event] = word }
        }
        return (answer, news.allSatisfy { words[$0.digest] != nil })
    }

    // MARK: - Pieces

    private func piece(_ look: PictureLook) async throws(PictureAbsence) -> [UInt8] {
        let records: [StoredRecord]
        do { records = try await history.records(id: look.event) } catch { throw trouble("\(error)") }
        for case .plate(let event) in records.map(\.record) where cameras.isEmpty || cameras.contains(event.camera) {
            let pictures = EventPicture.of(event, in: folder)
            guard let picture = pictures.first(where: { Digest($0.file.sha256) == look.digest }) else { continue }
            // What is just being handed over to be kept is looked at by nobody.
            if !board.awaits(look.digest) { try note(look) }
            return try piece(of: picture, from: look.offset)
        }
        throw .unknown
    }

    /// Records the look, once a question: with its first piece, whichever of the picture's that is.
    private func note(_ look: PictureLook) throws(PictureAbsence) {
        var question = look
        question.offset = 0
        let now = stopwatch()
        recorded.removeAll { now - $0.at > Self.question.length }
        if recorded.contains(where: { $0.question == question }) { return }
        do { try record(look.event) } catch { throw trouble("\(error)") }
        recorded.append((question: question, at: now))
        if recorded.count > Self.question.most { recorded.removeFirst() }
    }

    private func piece(of picture: EventPicture, from offset: Int) throws(PictureAbsence) -> [UInt8] {
        guard picture.file.bytes <= PicturePiece.longest else { throw .tooLarge }
        do {
            let open = try picture.folder.open(picture.file.path)
            guard open.size == picture.file.bytes, offset < open.size else { throw PictureAbsence.changed }
            return try open.read(PicturePiece.size, from: offset)
        } catch let absence as PictureAbsence {
            throw absence
        } catch PictureFolder.Absence.missing {
            throw .gone
        } catch {
            throw trouble("a picture: \(error)")
        }
    }

    /// Told once while it lasts.
    private func trouble(_ reason: String) -> PictureAbsence {
        if !isTroubled { talk.warning("a picture cannot be shown to the centre: \(reason)") }
        isTroubled = true
        return .unreadable
    }
}
