import ALPR
import Testing

@testable import plated

@Suite struct PictureSpacingTests {
    @Test func `pictures in which no plate is seen twice are told, and others are not`() throws {
        var vote = Smoother.Settings()
        let told = try #require(PictureSpacing(rate: 0.2, of: "f%04d.jpg", vote: vote))
        #expect("\(told)".contains("the pictures of f%04d.jpg are 5.0 s apart, and vote.close_ms is 1500"))
        for rate in [nil, 0, 0.67, 25] { #expect(PictureSpacing(rate: rate, of: "x", vote: vote) == nil) }
        vote.minimumReads = 1
        #expect(PictureSpacing(rate: 0.2, of: "x", vote: vote) != nil)
        vote.minimumWeight = 0.5
        #expect(PictureSpacing(rate: 0.2, of: "x", vote: vote) == nil)
    }
}
