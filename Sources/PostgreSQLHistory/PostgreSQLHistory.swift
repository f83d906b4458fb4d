import Basics
import History

/// The history of a centre: a database of PostgreSQL, which several processes may have open.
///
/// Whoever changes it holds one row meanwhile, so that records get their numbers in the order in which others see them. A connection writes,
/// four read beside it. A record is known by its camera, identifier and time.
/// It has more than 500 lines because each of `History`'s queries is a statement of its own here.
public final class PostgreSQLHistory: History {
    public enum Access: Sendable {
        /// Makes the tables where there are none, and brings older ones to the present form.
        case writing
        /// Changes nothing.
        case reading
    }

    public let place: String
    public let news = HistoryNews()
    public var lineForm: LineForm { .packed }

    /// Under whose name it is kept how far logs were read.
    let hub: String
    let shelves = TextShelves()
    let unsure = UnsureStore()
    public var isShared: Bool { true }
    private let writer: Session?
    private let readers: SessionPool

    private static let readerCount = 4
    /// A plan is chosen by the indexes that were made for it, whatever the planner thinks of the tables and of what is asked; and made once:
    /// with a year of months that takes longer than the question.
    private static let greeting = """
        SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
        SET enable_material = off; SET enable_memoize = off; SET jit = off; SET max_parallel_workers_per_gather = 0;
        SET plan_cache_mode = force_generic_plan; SET idle_in_transaction_session_timeout = '15min'; SET lock_timeout = '60s'; SET timezone = 'UTC'
        """

    /// - Parameters:
    ///   - server: where the database is. It is asked at once.
    ///   - hub: whose logs are read into it; each hub has its own.
    public convenience init(_ server: ServerPlace, hub: String, access: Access = .writing) async throws {
        try await self.init(server, hub: hub, access: access, steps: Form.all)
    }

    /// - Parameter steps: the forms of the tables that are known, for tests.
    init(_ server: ServerPlace, hub: String, access: Access, steps: [Form]) async throws {
        place = server.shown
        self.hub = hub
        let greeting = Self.greeting
        let writing = greeting + "; SET synchronous_commit = on; SELECT pg_advisory_lock_shared(\(Self.openKey))"
        let reading = greeting + "; SET default_transaction_read_only = on"
        writer = access == .writing ? Session(server, name: "history writer", greeting: writing) : nil
        readers = SessionPool(
            (0..<Self.readerCount).map { Session(server, name: "history reader \($0)", greeting: reading) })
        let place = place
        do {
            switch access {
            case .writing: try await writer?.run { try Form.bring($0, upTo: steps, place: place) }
            case .reading:
                try await readers.run { connection in
                    let version = try Form.version(of: connection, upTo: steps, place: place)
                    guard version == steps.last?.version else {
                        throw HistoryFailure(
                            "opening the history \(place)",
                            reason: version == 0
                                ? "there is no history in it" : "an earlier version of plated-hub made it",
                            remedy: "Start plated-hub once: it makes the tables, and brings them to the present form.",
                            cause: .missing)
                    }
                }
            }
        } catch {
            throw Self.told("opening the history \(place)", place, error)
        }
    }

    // MARK: - Access

    /// What was committed at one moment. What another server end has cut off is asked once more.
    ///
    /// - Parameter action: what is being done, for the error.
    func reading<Value: Sendable>(
        _ action: String, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        do {
            do {
                return try await readers.run { try $0.reading(body) }
            } catch let fault as ServerFault where fault.isGone {
                return try await readers.run { try $0.reading(body) }
            }
        } catch {
            throw Self.told(action, place, error)
        }
    }

    /// In one transaction, as the only one who changes the history.
    func holding<Value: Sendable>(
        _ action: String, _ body: @escaping @Sendable (Connection, Int64) throws -> Value
    ) async throws -> Ending<Value> {
        guard let writer else {
            throw HistoryFailure(action, reason: "\(place) was opened to be read", cause: .other)
        }
        do {
            do {
                return try await writer.run { try $0.holding(body) }
            } catch let fault as ServerFault where fault.isGone {
                return try await writer.run { try $0.holding(body) }
            }
        } catch {
            throw Self.told(action, place, error)
        }
    }

    /// The same for what may be done twice.
    func changing<Value: Sendable>(
        _ action: String, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        switch try await holding(action, { connection, _ in try body(connection) }) {
        case .committed(let value): return value
        case .unsure(_, _, let fault): throw Self.told(action, place, fault)
        }
    }

    private static func told(_ action: String, _ place: String, _ error: any Error) -> any Error {
        error is CancellationError ? error : HistoryFailure(action, place: place, error)
    }
}
