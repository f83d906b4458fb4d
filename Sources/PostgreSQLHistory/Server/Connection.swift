import CPQ

#if canImport(Glibc)
    import Glibc
#endif

/// A connection to the server, in libpq's pipeline mode: statements that need no answer before the next are sent at once. Used by one
/// thread at a time.
final class Connection {
    /// Names of cameras, schemas and lanes, as this connection has seen them. They are never changed.
    var names = Names()
    /// The parts that there were when this connection last asked for them.
    var parts: [Part] = []
    /// Whether somebody no longer wants the answer.
    var isCancelled: () -> Bool = { false }
    /// Whether the server may have heard of a statement whose answer did not come.
    private(set) var isGone = false

    private let handle: OpaquePointer
    private var prepared: [String: String] = [:]
    private var number = 0
    /// The beginning of a transaction, which goes with its first statement.
    private var opening: Statement?
    /// What was sent and not waited for.
    private var unheard: [String?]?

    /// How often it is looked whether the answer is still wanted.
    private static let tick: Int32 = 100
    /// Statements that are kept prepared.
    private static let most = 300

    init(_ place: ServerPlace) throws(ServerFault) {
        let options = place.options.sorted { $0.key < $1.key }
        let keys = options.map { strdup($0.key) } + [nil]
        let values = options.map { strdup($0.value) } + [nil]
        defer { (keys + values).forEach { free($0) } }
        guard let handle = PQconnectdbParams(keys.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 0) else {
            throw ServerFault(message: "there is no memory for a connection", isGone: true)
        }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else {
            throw ServerFault(message: Self.line(PQerrorMessage(handle)), isGone: true)
        }
        guard PQserverVersion(handle) >= 130_000 else {
            throw ServerFault(state: "0A000", message: "the server is older than PostgreSQL 13")
        }
        guard let encoding = PQparameterStatus(handle, "server_encoding"), String(cString: encoding) == "UTF8" else {
            throw ServerFault(state: "0A000", message: "the database is not in UTF8 (createdb --encoding=UTF8)")
        }
        PQsetnonblocking(handle, 1)
        // What the server notices is in its own log.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit {
        PQfinish(handle)
    }

    // MARK: - Asking

    /// Runs a script that gives no rows: all of it or, outside a transaction, nothing.
    func script(_ sql: String) throws(ServerFault) {
        try hear()
        let result = PQexec(handle, sql)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
        default: throw fault(of: result)
        }
    }

    func rows(_ sql: String, _ values: Value..., isKept: Bool = true) throws -> Rows {
        try run([Statement(sql, values, isKept: isKept)])[0]
    }

    /// Sends all of them, and waits for the answers. Where one fails, those behind it are not run.
    @discardableResult
    func run(_ statements: [Statement]) throws -> [Rows] {
        if statements.isEmpty { return [] }
        try hear()
        if let opening {
            self.opening = nil
            return Array(try run([opening] + statements).dropFirst())
        }
        let parts = try send(statements)
        let results = try answers(to: parts)
        PQexitPipelineMode(handle)
        return results
    }

    /// Sends a statement and does not wait for its answer, which comes before that of the next.
    func tell(_ statement: Statement) throws(ServerFault) {
        try hear()
        unheard = try send([statement])
        while PQflush(handle) == 1 { try wait() }
    }

    /// Waits for the answer that was not waited for.
    private func hear() throws(ServerFault) {
        guard let parts = unheard else { return }
        unheard = nil
        do {
            _ = try answers(to: parts)
        } catch let fault as ServerFault {
            throw fault
        } catch {
            throw lost()
        }
        PQexitPipelineMode(handle)
    }

    /// - Returns: of what was sent the text of what was prepared, nil for what was asked.
    private func send(_ statements: [Statement]) throws(ServerFault) -> [String?] {
        if prepared.count > Self.most, PQtransactionStatus(handle) == PQTRANS_IDLE { try forgetPrepared() }
        guard PQenterPipelineMode(handle) == 1 else { throw lost() }
        var parts: [String?] = []
        for statement in statements {
            if statement.isKept, prepared[statement.sql] == nil {
                number += 1
                prepared[statement.sql] = "s\(number)"
                let kinds = statement.values.map(\.kind)
                guard PQsendPrepare(handle, "s\(number)", statement.sql, Int32(kinds.count), kinds) == 1 else {
                    throw lost()
                }
                parts.append(statement.sql)
            }
            guard put(statement) else { throw lost() }
            parts.append(nil)
        }
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        return parts
    }

    private func put(_ statement: Statement) -> Bool {
        let encoded = statement.values.map(\.encoded)
        // One stretch of memory for all of them: libpq copies it.
        let all = encoded.reduce(into: [UInt8]()) { $0 += $1 ?? [] } + [0]
        return all.withUnsafeBytes { all in
            var start = 0
            var pointers: [UnsafePointer<CChar>?] = []
            for value in encoded {
                let pointer = all.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
                pointers.append(value == nil ? nil : pointer)
                start += value?.count ?? 0
            }
            let lengths = encoded.map { Int32($0?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: encoded.count)
            let count = Int32(encoded.count)
            if statement.isKept, let name = prepared[statement.sql] {
                return PQsendQueryPrepared(handle, name, count, pointers, lengths, formats, 1) == 1
            }
            let kinds = statement.values.map(\.kind)
            return PQsendQueryParams(handle, statement.sql, count, kinds, pointers, lengths, formats, 1) == 1
        }
    }

    /// - Parameter parts: as `send` told them.
    private func answers(to parts: [String?]) throws -> [Rows] {
        var found: [Rows] = []
        var place = 0
        var failed: ServerFault?
        var wasCancelled = false
        var silent = 0
        while true {
            if PQisBusy(handle) == 1 || silent > 1 {
                silent = 0
                try wait()
                if !wasCancelled, isCancelled() {
                    wasCancelled = true
                    cancel()
                }
                continue
            }
            guard let result = PQgetResult(handle) else {
                silent += 1
                continue
            }
            silent = 0
            let status = PQresultStatus(result)
            if status == PGRES_PIPELINE_SYNC {
                PQclear(result)
                break
            }
            let part = place < parts.count ? parts[place] : nil
            place += 1
            switch status {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                let rows = Rows(result)
                if part == nil { found.append(rows) }
            default:
                if failed == nil, status != PGRES_PIPELINE_ABORTED { failed = fault(of: result) }
                if let part { prepared[part] = nil }
                PQclear(result)
            }
        }
        if let failed {
            PQexitPipelineMode(handle)
            if wasCancelled, failed.state == "57014" { throw CancellationError() }
            throw failed
        }
        return found
    }

    // MARK: - Transactions

    /// Sent with the first statement of the transaction.
    func begin(_ statement: Statement) { opening = statement }

    func end() throws {
        if !abandon() { try run([.commit]) }
    }

    /// Whether a transaction had not begun yet, and now will not.
    func abandon() -> Bool {
        defer { opening = nil }
        return opening != nil
    }

    /// Nothing more is asked over it.
    func close() { isGone = true }

    // MARK: - The socket

    /// Until something has come, or a tick has passed.
    private func wait() throws(ServerFault) {
        let left = PQflush(handle)
        if left < 0 { throw lost() }
        var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN | (left > 0 ? POLLOUT : 0)), revents: 0)
        guard poll(&socket, 1, Self.tick) >= 0 || errno == EINTR else { throw lost() }
        if socket.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0, PQconsumeInput(handle) == 0 { throw lost() }
        if PQstatus(handle) != CONNECTION_OK { throw lost() }
    }

    private func cancel() {
        guard let cancel = PQgetCancel(handle) else { return }
        defer { PQfreeCancel(cancel) }
        var room = [CChar](repeating: 0, count: 256)
        // Where it does not reach the server, the answer is waited for.
        PQcancel(cancel, &room, Int32(room.count))
    }

    private func forgetPrepared() throws(ServerFault) {
        try script("DEALLOCATE ALL")
        prepared = [:]
    }

    // MARK: - What went wrong

    private func lost() -> ServerFault {
        isGone = true
        return ServerFault(message: Self.line(PQerrorMessage(handle)), isGone: true)
    }

    private func fault(of result: OpaquePointer?) -> ServerFault {
        let field = { (code: Int32) in PQresultErrorField(result, code).map { String(cString: $0) } }
        if PQstatus(handle) != CONNECTION_OK { isGone = true }
        guard let state = field(Int32(UInt8(ascii: "C"))) else {
            isGone = true
            return ServerFault(message: Self.line(PQresultErrorMessage(result)), isGone: true)
        }
        // What it says of values may quote them; details and hints are left out for the same reason.
        let isOfValues = state.hasPrefix("22") || state.hasPrefix("23")
        let message = isOfValues ? "the error \(state)" : field(Int32(UInt8(ascii: "M"))) ?? state
        // Shut down, or told to end; or a standby, where another host of the address may be the one that writes.
        let isEnd = state.hasPrefix("08") || ["57P01", "57P02", "57P03", "25006"].contains(state)
        if isEnd { isGone = true }
        return ServerFault(state: state, message: message, isGone: isGone)
    }

    private static func line(_ message: UnsafeMutablePointer<CChar>?) -> String {
        let text = message.map { String(cString: $0) } ?? ""
        let words = text.split { $0.isNewline || $0 == "\t" }.filter { !$0.hasPrefix("Is the server") }
        return words.isEmpty ? "the connection is gone" : words.joined(separator: "; ")
    }
}
