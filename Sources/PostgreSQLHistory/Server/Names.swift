/// Cameras, schemas and lanes by name and number, as one connection has seen them: they are added, and never changed or removed.
struct Names {
    enum Table: String, CaseIterable {
        case camera
        case schema = "record_schema"
        case lane
    }

    fileprivate struct Known {
        var numbers: [String: Int64] = [:]
        var names: [Int64: String] = [:]
        var last: Int64 = 0
        var sorted: [String] = []
    }

    fileprivate var known: [Table: Known] = [:]
}

extension Connection {
    /// All that there are now.
    func allNames(_ table: Names.Table) throws -> [String: Int64] {
        try look(table)
        return names.known[table]?.numbers ?? [:]
    }

    /// Those that this connection has seen, in their order.
    func sortedNames(of table: Names.Table) -> [String] { names.known[table]?.sorted ?? [] }

    /// How many this connection has seen.
    func count(of table: Names.Table) -> Int { names.known[table]?.numbers.count ?? 0 }

    /// The number of a name; nil where it has none.
    func number(of name: String, in table: Names.Table) throws -> Int64? {
        let name = name.storable
        if let number = names.known[table]?.numbers[name] { return number }
        try look(table)
        return names.known[table]?.numbers[name]
    }

    func name(of number: Int64, in table: Names.Table) throws -> String? {
        if let name = names.known[table]?.names[number] { return name }
        try look(table)
        return names.known[table]?.names[number]
    }

    /// Gives numbers to those that have none, in a transaction that holds the history. Where that is rolled back, so is what is known.
    func add(_ wanted: Set<String>, to table: Names.Table) throws {
        let wanted = Set(wanted.map(\.storable))
        func missing() -> [String] { wanted.filter { names.known[table]?.numbers[$0] == nil }.sorted() }
        if missing().isEmpty { return }
        try look(table)
        let new = missing()
        if new.isEmpty { return }
        let first = (names.known[table]?.last ?? 0) + 1
        _ = try rows(
            "INSERT INTO \(table.rawValue)(id, name) SELECT * FROM unnest($1::bigint[], $2::text[])",
            .integers((0..<new.count).map { first + Int64($0) }), .texts(new))
        try look(table)
    }

    private func look(_ table: Names.Table) throws { learn(try run([news(of: table)])[0], of: table) }

    /// Asks for what this connection has not seen.
    func news(of table: Names.Table) -> Statement {
        Statement(
            "SELECT id, name FROM \(table.rawValue) WHERE id > $1 ORDER BY id", .integer(names.known[table]?.last ?? 0))
    }

    func learn(_ news: Rows, of table: Names.Table) {
        if news.count == 0 { return }
        var known = names.known[table] ?? Names.Known()
        for row in 0..<news.count {
            let (number, name) = (news.integer(row, 0), news.text(row, 1))
            known.numbers[name] = number
            known.names[number] = name
            known.last = number
        }
        known.sorted = known.numbers.keys.sorted()
        names.known[table] = known
    }
}

extension Connection {
    /// Of cameras, each once; those that are not known are left out.
    func numbers(of cameras: [String]) throws -> [Int64] {
        Set(try cameras.compactMap { try number(of: $0, in: .camera) }).sorted()
    }
}
