import Testing

@testable import FFmpegCapture

@Suite struct DamageGateTests {
    private let start = ContinuousClock.now

    /// What a gate does with packets: `K` a key frame, `p` another, `k` and `-` the same with packets missing.
    private func passages(_ packets: String, isClosed: Bool = false) -> String {
        var gate = DamageGate(isClosed: isClosed, now: start)
        return String(
            packets.map { packet in
                switch gate.passage(isKey: "Kk".contains(packet), hasLoss: "k-".contains(packet), now: start) {
                case .pass: "p"
                case .passAfresh: "F"
                case .hold: "."
                }
            })
    }

    @Test(arguments: [
        ("KpppKppp", "pppppppp"),
        // From the damaged one to the next whole key frame.
        ("Kp-ppKpp", "pp...Fpp"),
        ("KpppkppKp", "pppp...Fp"),
        ("K-p-pKp", "p....Fp"),
        // Of key frames only, one is lost and no more.
        ("KKkKK", "pp.Fp"),
        ("kkkk", "...."),
    ])
    func `what is damaged is held up to the next whole key frame`(packets: String, expected: String) {
        #expect(passages(packets) == expected)
    }

    @Test func `a decoder that does not wait for its first key frame is made to`() {
        #expect(passages("ppKpp", isClosed: true) == "..Fpp")
    }

    @Test func `a stream that never marks a key frame is handed on after a while`() {
        var gate = DamageGate(isClosed: false, now: start)
        #expect(gate.passage(isKey: false, hasLoss: true, now: start) == .hold)
        let soon = start + DamageGate.longestWait
        #expect(gate.passage(isKey: false, hasLoss: false, now: soon) == .hold)
        #expect(gate.passage(isKey: false, hasLoss: false, now: soon + .milliseconds(1)) == .passAfresh)
    }

    @Test func `a picture found wrong closes it, too`() {
        var gate = DamageGate(isClosed: false, now: start)
        gate.close(now: start)
        #expect(gate.passage(isKey: false, hasLoss: false, now: start) == .hold)
        #expect(gate.passage(isKey: true, hasLoss: false, now: start) == .passAfresh)
    }
}
