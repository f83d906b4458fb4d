import Records
import Testing

@testable import Fleet

struct FleetMessageTests {
    @Test func `a message is read as it was written`() throws {
        let message = FleetMessage(
            origin: "9F00", after: 7,
            records: [
                FleetRecord(seq: 9, line: Array(#"{"schema":"plated.event/1"}"#.utf8)),
                FleetRecord(
                    seq: 12, line: Array(#"{"schema":"x/1"}"#.utf8),
                    filing: .init(time: WallTime(milliseconds: 5), camera: "back gate")),
            ])
        #expect(try FleetMessage(message.bytes) == message)
        let question = FleetMessage(origin: "9F00", after: 0, records: [])
        #expect(try FleetMessage(question.bytes) == question)
    }

    @Test(arguments: [
        ("", "it is cut off"),
        ("hello\n", "it is no plated.records/1"),
        ("plated.records/1 A\n", "it does not say which history it is of, and from where on"),
        ("plated.records/1 A! 0\n", "it does not say which history it is of, and from where on"),
        ("plated.records/1 A 0\n1\n", "it is cut off"),
        ("plated.records/1 A 0\n1\n{}", "it is cut off"),
        ("plated.records/1 A 0\nx\n{}\n", "a record in it has no number"),
        ("plated.records/1 A 0\n1 9223372036854775807 gate\n{}\n", "a record in it has no number"),
        ("plated.records/1 A 0\n1 -9223372036854775808 gate\n{}\n", "a record in it has no number"),
        ("plated.records/1 A 0\n2\n{}\n2\n{}\n", "its records are not in the order of their numbers"),
        ("plated.records/1 A 5\n5\n{}\n", "its records are not in the order of their numbers"),
    ])
    func `what is none is refused`(text: String, reason: String) {
        #expect(throws: FleetFault(reason)) { try FleetMessage(Array(text.utf8)) }
    }

    @Test func `a word is read as it was written`() {
        for word in [
            FleetWord(origin: "9F", committed: 0), FleetWord(origin: "9F", committed: 12, missing: 13...20),
        ] {
            #expect(FleetWord(Array(word.text.utf8)) == word)
        }
        for text in ["", "plated.committed/1 9F", "plated.committed/1 9F x", "plated.committed/1 9F 3 9-4", "x 9F 3"] {
            #expect(FleetWord(Array(text.utf8)) == nil)
        }
    }

    @Test func `a topic leads to its site`() {
        #expect(FleetTopic.site(ofRecords: FleetTopic.records(of: "north")) == "north")
        for topic in ["plated/v1/north/committed", "plated/v1/records", "plated/v1/a/b/records"] {
            #expect(FleetTopic.site(ofRecords: topic) == nil)
        }
    }
}
