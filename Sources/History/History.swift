import Basics
import Records

/// What cameras have logged: every record once, under a number of its own, and found again.
///
/// It has two ends: `SQLiteHistory`, a file on this machine, and PostgreSQL for a centre. What is asked of it more seldom is made of these
/// few (`History+Matches`, `History+Sessions` and so on), once for both.
public protocol History: Sendable {
    /// Where it is, for people: a path, or the address of a database without its password.
    var place: String { get }
    /// What this process stored, and how far it has read.
    var news: HistoryNews { get }

    // MARK: Storing

    var lineForm: LineForm { get }
    /// Stores records and how far their logs were read, all of it or nothing.
    func store(_ batch: Batch) async throws -> StoredBatch
    /// How far each log was read, by its path.
    func cursors() async throws -> [String: LogCursor]
    /// What is kept beside records (`Batch.kept`): all names of a space.
    func kept(_ space: String) async throws -> [String: String]
    /// Whether other hubs may have it open beside this process.
    var isShared: Bool { get }

    // MARK: Reading on

    /// What tells this history from all others, and from itself made anew.
    func origin() async throws -> String
    /// Makes it another one: its numbers begin to stand for other records than they did.
    func renewOrigin() async throws
    /// The records that were stored after the one with that number, in the order they were stored: for whatever reads on from here.
    func records(after seq: Int64, limit: Int) async throws -> [StoredRecord]
    /// The newest record of each camera, and of what the hub made of its records.
    func newest() async throws -> [ReadingPlace]
    /// The same places where the numbers are others: in a history that was made anew, or is an older copy. A camera of which nothing is
    /// here has none.
    func places(like places: [ReadingPlace]) async throws -> [ReadingPlace]
    /// The number behind which all that is not read yet lies: right before the first record that lies behind the place of its stream.
    func start(behind places: [ReadingPlace]) async throws -> Int64
    /// How many records lie behind a number, of some schemas and cameras, and the time of the first of them.
    ///
    /// - Parameters:
    ///   - cameras: empty for all.
    ///   - most: where counting ends.
    func waiting(
        behind seq: Int64, schemas: [String], cameras: [String], most: Int
    ) async throws -> (count: Int, first: WallTime?)

    // MARK: Asking

    /// What was accepted and fits, the newest first.
    ///
    /// - Parameters:
    ///   - cursor: `next` of the page before.
    ///   - limit: records of a page, 1 to 10 000.
    func search(_ search: Search, after cursor: PageCursor?, limit: Int) async throws -> Page
    /// Those with an identifier: one, or one of each camera that used it.
    ///
    /// - Parameter isAsked: whether a camera of that name is looked at; each takes its time.
    func records(
        id: String, ofCameras isAsked: @escaping @Sendable (String) -> Bool
    ) async throws -> [StoredRecord]
    /// Those of names, in the order of the names; of a name that nothing has there is none.
    func records(of names: [RecordName]) async throws -> [StoredRecord]
    /// What `body` makes of the records of one schema that are no plates. It is told each camera's newest first.
    ///
    /// - Parameter body: takes a record in, and returns whether it counts among the `most` that are wanted. Of a camera that has so many,
    ///   no more are told; nor is one, by an end that goes through all cameras at once, that is older than so many.
    func fold<Value: Sendable>(
        _ others: OtherRecords, into start: Value,
        _ body: @escaping @Sendable (inout Value, StoredRecord) throws -> Bool
    ) async throws -> Value
    /// Records of a schema that are no plates and have the camera and the very time of one of those, in the order of their numbers.
    func records(of schema: String, besides records: [StoredRecord]) async throws -> [StoredRecord]
    /// The gaps that overlap a time, the newest first, as far as logs tell; `gaps` has all that there are. A gap whose end nobody told lasts until
    /// the camera's next one begins.
    ///
    /// - Parameters:
    ///   - cameras: empty for all.
    ///   - until: the first moment that is too late.
    func loggedGaps(cameras: [String], from: WallTime?, until: WallTime?) async throws -> [StoredGap]
    /// How much there was, by hour, camera and kind, the oldest hour first. Whole hours: those that begin from `from` on.
    func counts(cameras: [String], from: WallTime?, until: WallTime?) async throws -> [HourCount]
    /// How much of some kinds all cameras had in a time: whole hours, as in `counts`. A kind without any is left out.
    func totals(of kinds: [String], from: WallTime, until: WallTime) async throws -> [String: Int]
    /// Those of some cameras of which there was anything in a time: whole hours, as in `counts`.
    func heard(of cameras: [String], from: WallTime, until: WallTime) async throws -> Set<String>
    /// How many plates each camera has had since a moment, such as the beginning of a day. A camera without one is left out.
    func plates(since time: WallTime) async throws -> [String: Int]
    /// How many plates each camera has in some times: those that are stored, and short times, as each is counted.
    func plates(in times: [Range<WallTime>]) async throws -> [[String: Int]]
    /// What `present` has, as far as logs tell.
    func loggedPresent() async throws -> Present
    /// When each camera had its newest plate. A camera without one is left out.
    func newestPlates(of cameras: [String]) async throws -> [String: WallTime]
    /// How far each log was read, the hub's own first.
    func logs() async throws -> [HistoryStatus.Log]
    /// All that it has, and how far it has come. It is told how large it is: that takes a while.
    func status() async throws -> HistoryStatus

    // MARK: Pictures

    /// The pictures that records name, in the order of these.
    func pictures(of records: [StoredRecord]) async throws -> [Picture]
    /// Writes down what became of a picture.
    func mark(_ kind: Picture.Kind, of seq: Int64, as state: Picture.State) async throws

    // MARK: Removing

    /// Removes some records from before a time, no more than a moment takes, and the texts of plates that no event has any more. To be
    /// called until it is done. Counts by hour stay.
    ///
    /// - Parameter camera: nil for all.
    func remove(before time: TrustedTime, camera: String?) async throws -> RemovedRecords
    /// Removes a plate: its records, and its text wherever it stands in the history.
    ///
    /// The logs and pictures are not touched. A record that is read from a log once more stays forgotten.
    ///
    /// - Parameter plate: the very text; spaces, dashes and dots make no difference.
    func forget(_ plate: String) async throws -> ForgottenText
    /// Removes the texts that no event has any more, however many there are; also those that a process left which died meanwhile.
    func sweep() async throws
}

extension History {
    public var isShared: Bool { false }

    /// Of what this process stores.
    public var arrivals: Bell { news.arrivals }
    /// All that stood in any log at that time is stored. Nil until this process has read all of them.
    public var readUntil: WallTime? { news.readUntil }

    public func records(id: String) async throws -> [StoredRecord] {
        try await records(id: id) { _ in true }
    }

    public func waiting(
        behind seq: Int64, schemas: [String], cameras: [String] = []
    ) async throws -> (count: Int, first: WallTime?) {
        try await waiting(behind: seq, schemas: schemas, cameras: cameras, most: .max)
    }

    public func search(_ search: Search, after cursor: PageCursor? = nil) async throws -> Page {
        try await self.search(search, after: cursor, limit: 50)
    }

    public func search(_ search: Search, limit: Int) async throws -> Page {
        try await self.search(search, after: nil, limit: limit)
    }

    public func counts(cameras: [String] = [], from: WallTime? = nil) async throws -> [HourCount] {
        try await counts(cameras: cameras, from: from, until: nil)
    }

    public func counts(from: WallTime? = nil, until: WallTime?) async throws -> [HourCount] {
        try await counts(cameras: [], from: from, until: until)
    }

    public func remove(before time: TrustedTime) async throws -> RemovedRecords {
        try await remove(before: time, camera: nil)
    }
}
