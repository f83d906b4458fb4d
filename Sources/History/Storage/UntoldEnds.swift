import GRDB

/// Ends of gaps that nobody told: a scanner that was replaced, or lost what it remembers, begins another gap and never ends the one before.
///
/// A scanner has one gap at a time, so that one is over where the next one begins. An end that is told later takes the place of that.
enum UntoldEnds {
    /// Which gap is a later one: by its start and by its identifier. Those of one scanner sort as they were made, also where the clock was
    /// set back: a gap that began while it was ahead ends none that began since. Another run of the scanner may have begun it: one that has
    /// not begun yet ends none.
    private static let later =
        """
        FROM gap AS n WHERE n.camera = gap.camera AND n.id > gap.id AND n.start >= gap.start
        AND n.start <= CAST(strftime('%s', 'now') AS INTEGER) * 1000
        """
    private static let sql =
        """
        UPDATE gap SET end = (SELECT min(n.start) \(later))
        WHERE camera = ?1 AND end IS NULL AND EXISTS (SELECT 1 \(later))
        """

    /// - Parameter id: of a gap that was told: those just before it are looked at, however many the camera has.
    static func close(before id: String, camera: Int64, in database: Database) throws {
        try Prepared(
            """
            \(sql) AND id IN (SELECT o.id FROM gap AS o WHERE o.camera = ?1 AND o.id <= ?2 ORDER BY o.id DESC LIMIT 100)
            """, in: database
        ).run(.integer(camera), .text(id))
    }

    /// All of a camera.
    static func close(camera: Int64, in database: Database) throws {
        try Prepared(sql, in: database).run(.integer(camera))
    }
}
