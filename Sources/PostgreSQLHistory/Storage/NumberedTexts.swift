/// The distinct texts of a batch and their numbers; those that are new among them.
struct NumberedTexts {
    let table: String
    private var numbers: [String: Int64] = [:]
    private var last: Int64
    private var new: [(number: Int64, text: String)] = []

    /// - Parameters:
    ///   - rows: texts that are there, and their numbers.
    ///   - last: the highest number that was ever given out.
    init(_ table: String, _ rows: Rows, last: Int64) {
        self.table = table
        self.last = last
        for row in 0..<rows.count { numbers[rows.text(row, 0)] = rows.integer(row, 1) }
    }

    mutating func number(of text: String) -> Int64 {
        let text = text.storable
        if let number = numbers[text] { return number }
        last += 1
        numbers[text] = last
        new.append((last, text))
        return last
    }

    /// Writes those that are new.
    var statements: [Statement] {
        if new.isEmpty { return [] }
        return [
            Statement(
                "INSERT INTO \(table)(id, text) SELECT * FROM unnest($1::bigint[], $2::text[])",
                .integers(new.map(\.number)), .texts(new.map(\.text))),
            Statement("UPDATE sequence SET last = $2 WHERE name = $1", .text(table), .integer(last)),
        ]
    }
}
