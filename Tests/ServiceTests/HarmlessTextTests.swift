import Service
import Testing

@Suite struct HarmlessTextTests {
    @Test func `what acts on a terminal is written out, and lines stay lines`() {
        #expect("gate\u{1B}[2J\r\n\tx\u{0}\u{9B}1m".harmless == "gate\\u{1b}[2J\\u{d}\n\tx\\u{0}\\u{9b}1m")
        #expect("Zürich: 40 °C, …".harmless == "Zürich: 40 °C, …")
    }

    @Test func `no line of a message has another priority than the message`() {
        #expect(StandardErrorLog.forJournal("in one line", priority: 4) == "<4>in one line")
        #expect(StandardErrorLog.forJournal("a\n<0>b\r\n<0>c", priority: 4) == "<4>a\n<4><0>b\r\n<4><0>c")
    }
}
