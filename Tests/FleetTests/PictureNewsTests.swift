import Fleet
import Records
import Testing

@Suite struct PictureNewsTests {
    private static let digest = Digest(of: Array("a picture".utf8))

    @Test func `news and receipts say the same again`() {
        let news = PictureNews(event: "01M7", digest: Self.digest)
        #expect(PictureNews(Array(news.text.utf8)) == news)
        for word in PictureReceipt.Word.allCases {
            let receipt = PictureReceipt(Self.digest, word)
            #expect(PictureReceipt(Array(receipt.text.utf8)) == receipt)
        }
    }

    @Test(arguments: [
        "", "plated.have/1 01M7", "plated.have/1 01M7 abc", "plated.kept/1 abc kept", "plated.kept/1 \(digest) lost",
        "plated.have/1 \(String(repeating: "a", count: 300)) \(digest)",
    ])
    func `what is neither is none`(text: String) {
        #expect(PictureNews(Array(text.utf8)) == nil)
        #expect(PictureReceipt(Array(text.utf8)) == nil)
    }
}
