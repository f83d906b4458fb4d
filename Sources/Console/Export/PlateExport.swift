import Answers
import History
import Records

/// Reads the plates that a search finds, and writes them as lines or rows: for the command and for the console's download.
public struct PlateExport: Sendable {
    public enum Format: String, Sendable { case ndjson, csv }

    /// A plate as it is written.
    public struct Plate: Sendable {
        public let event: PlateEvent
        /// The log's line, without its end.
        public let line: [UInt8]
        /// What somebody said it really was; nil where nobody did, or took it back.
        public let corrected: String?
    }

    private static let pageSize = 500

    private let history: any History
    /// Nil where no console ever ran.
    private let accounts: AccountFile?
    private let search: Search
    private let table: EventTable
    private var place: PageCursor?
    private var isAtEnd = false

    public init(_ search: Search, in history: any History, accounts: AccountFile?, zone: LocalZone) {
        self.init(search, after: nil, in: history, accounts: accounts, zone: zone)
    }

    init(
        _ search: Search, after place: PageCursor?, in history: any History, accounts: AccountFile?, zone: LocalZone
    ) {
        self.search = search
        self.place = place
        self.history = history
        self.accounts = accounts
        table = EventTable(zone: zone)
    }

    /// Returns the next plates, the newest first; nil behind the last.
    public mutating func next() async throws -> [Plate]? {
        if isAtEnd { return nil }
        let page = try await history.search(search, after: place, limit: Self.pageSize)
        place = page.next
        isAtEnd = page.next == nil
        let corrections = try accounts?.corrections(of: page.records) ?? [:]
        return page.records.compactMap { record in
            guard case .plate(let event) = record.record else { return nil }
            let corrected = corrections[event.camera + " " + event.id]?.plate
            return Plate(event: event, line: record.line, corrected: corrected == event.plate ? nil : corrected)
        }
    }

    /// Returns what stands before all plates.
    public func head(_ format: Format) -> String {
        format == .csv ? CSVRow.text(EventTable.headings + ["corrected"]) : ""
    }

    /// Returns a plate with its line's end.
    public func text(of plate: Plate, _ format: Format) -> String {
        switch format {
        case .ndjson: String(decoding: plate.line, as: UTF8.self) + "\n"
        case .csv: CSVRow.text(table.cells(plate.event) + [plate.corrected ?? ""])
        }
    }
}
