import ArgumentParser

/// How an answer is written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people.
    case table
    /// One object of JSON.
    case json
    /// With a row of headings; what is no row of it is said on standard error.
    case csv
}

/// How an answer is written that is no table of rows.
enum ShownFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people.
    case table
    /// One object of JSON.
    case json
}
