import Testing

@testable import Delivery

/// How long a site tells of pictures that its centre does not keep.
@Suite struct CentrePatienceTests {
    private let start = ContinuousClock.now

    @Test func `an event whose pictures are put off for an hour is passed by, and the next has its own hour`() {
        var patience = CentrePatience()
        let isOver1 = patience.isOver(for: "first", at: start)
        #expect(!isOver1)
        let isOver2 = patience.isOver(for: "first", at: start + .seconds(3599))
        #expect(!isOver2)
        let isOver3 = patience.isOver(for: "first", at: start + .seconds(3600))
        #expect(isOver3)
        let isOver4 = patience.isOver(for: "second", at: start + .seconds(3601))
        #expect(!isOver4)
        let isOver5 = patience.isOver(for: "second", at: start + .seconds(7200))
        #expect(!isOver5)
        let isOver6 = patience.isOver(for: "second", at: start + .seconds(7201))
        #expect(isOver6)
    }

    @Test func `a centre that is away puts nothing off`() {
        var patience = CentrePatience()
        let isOver7 = patience.isOver(for: "first", at: start)
        #expect(!isOver7)
        patience.restart()
        let isOver8 = patience.isOver(for: "first", at: start + .seconds(7200))
        #expect(!isOver8)
        let isOver9 = patience.isOver(for: "first", at: start + .seconds(10_800))
        #expect(isOver9)
    }
}
