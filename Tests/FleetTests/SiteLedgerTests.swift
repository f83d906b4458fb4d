import Testing

@testable import Fleet

struct SiteLedgerTests {
    private func message(_ seqs: ClosedRange<Int64>, after: Int64? = nil, origin: String = "A") -> FleetMessage {
        FleetMessage(
            origin: origin, after: after ?? seqs.lowerBound - 1,
            records: seqs.map { FleetRecord(seq: $0, line: Array("line \($0)".utf8)) })
    }

    @Test func `what follows on is taken, and told as committed once it is on the disk`() {
        var ledger = SiteLedger()
        #expect(ledger.word == nil)
        #expect(ledger.take(message(1...3)).map(\.seq) == [1, 2, 3])
        #expect(ledger.word == FleetWord(origin: "A", committed: 0))
        ledger.store("A", upTo: 3)
        #expect(ledger.word == FleetWord(origin: "A", committed: 3))
    }

    @Test func `what comes twice is taken once`() {
        var ledger = SiteLedger()
        _ = ledger.take(message(1...3))
        #expect(ledger.take(message(1...3)).isEmpty)
        #expect(ledger.take(message(2...5)).map(\.seq) == [4, 5])
        #expect(ledger.repeated == 5)
    }

    @Test func `what is behind a hole waits until the hole is filled`() {
        var ledger = SiteLedger()
        _ = ledger.take(message(1...2))
        #expect(ledger.take(message(6...8)).isEmpty)
        #expect(ledger.take(message(6...8)).isEmpty)
        #expect(ledger.word?.missing == 3...5)
        #expect(ledger.take(message(3...4)).map(\.seq) == [3, 4])
        #expect(ledger.word?.missing == 5...5)
        #expect(ledger.take(message(5...5)).map(\.seq) == [5, 6, 7, 8])
        #expect(ledger.word == FleetWord(origin: "A", committed: 0))
    }

    @Test func `what is stored past a hole fills it`() {
        var ledger = SiteLedger(committed: ["A": 1000], origin: "A")
        #expect(ledger.take(message(1100...1120)).isEmpty && ledger.take(message(1250...1300)).isEmpty)
        #expect(ledger.word?.missing == 1001...1099)
        // What this centre had of it before it took the site in anew.
        ledger.store("A", upTo: 1256)
        #expect(ledger.word == FleetWord(origin: "A", committed: 1256))
        #expect(ledger.take(message(1301...1301)).map(\.seq) == Array(1257...1301))
        #expect(ledger.take(message(1400...1400)).isEmpty && ledger.word?.missing == 1302...1399)
    }

    @Test func `a number that the site says it has not is no hole`() {
        var ledger = SiteLedger()
        #expect(ledger.take(message(100...101, after: 0)).map(\.seq) == [100, 101])
        #expect(ledger.take(message(200...200, after: 101)).map(\.seq) == [200])
        #expect(ledger.take(message(300...300, after: 250)).isEmpty)
        #expect(ledger.word?.missing == 201...250)
    }

    @Test
    func
        `a history that was made anew begins at its beginning, and an old message of the other goes on where that was`()
    {
        var ledger = SiteLedger(committed: ["A": 40], origin: "A")
        #expect(ledger.take(message(1...2, origin: "B")).map(\.seq) == [1, 2])
        #expect(ledger.word == FleetWord(origin: "B", committed: 0))
        #expect(ledger.take(message(39...41, origin: "A")).map(\.seq) == [41])
        #expect(ledger.take(message(1...3, origin: "B")).map(\.seq) == [3])
    }

    @Test func `a question changes nothing`() {
        var ledger = SiteLedger(committed: ["A": 7], origin: "A")
        #expect(ledger.take(FleetMessage(origin: "A", after: 0, records: [])).isEmpty)
        #expect(ledger.take(FleetMessage(origin: "A", after: 90, records: [])).isEmpty)
        #expect(ledger.word == FleetWord(origin: "A", committed: 7))
    }

    @Test func `whatever is lost, repeated or out of order on the way, each record is taken once and in order`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var ledger = SiteLedger()
            var got: [Int64] = []
            for _ in 0..<2000 where got.last != 60 {
                // A site sends from what it was told is committed on; the way loses and repeats.
                let place = ledger.committed["A"] ?? 0
                guard place < 60 else { break }
                var sent = stride(from: place + 1, through: min(place + 30, 60), by: 5).map {
                    message($0...min($0 + 4, 60))
                }
                if Bool.random(using: &random) { sent.shuffle(using: &random) }
                for message in sent where Int.random(in: 0..<3, using: &random) > 0 {
                    got += ledger.take(message).map(\.seq)
                    if Bool.random(using: &random) { got += ledger.take(message).map(\.seq) }
                }
                if let last = got.last, Bool.random(using: &random) { ledger.store("A", upTo: last) }
            }
            #expect(got == Array(1...60))
        }
    }
}
