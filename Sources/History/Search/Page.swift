/// Answers of a search, the newest first.
public struct Page: Sendable, Equatable {
    public let records: [StoredRecord]
    /// Where the next page begins; nil where there is none.
    public let next: PageCursor?

    package init(records: [StoredRecord], next: PageCursor?) {
        self.records = records
        self.next = next
    }
}
