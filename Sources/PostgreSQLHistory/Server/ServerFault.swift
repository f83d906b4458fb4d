/// What the server or libpq said of something that failed.
struct ServerFault: Error {
    /// Five characters (postgresql.org/docs, "PostgreSQL Error Codes"); nil where no server said anything.
    var state: String?
    /// A line, without what anybody stored.
    var message: String
    /// Whether nothing can be asked over this connection any more.
    var isGone = false

    /// Whether a table is not there: a month was dropped since it was named.
    var isOfMissingTable: Bool { state == "42P01" }
}
