import Fleet
import Records
import Testing

@Suite struct PictureMessageTests {
    private static let digest = Digest(of: Array("a picture".utf8))

    @Test func `a look says the same again`() {
        let look = PictureLook(number: "a1", event: "01M7", digest: Self.digest, offset: 131_072)
        #expect(PictureLook(Array(look.text.utf8)) == look)
    }

    @Test(arguments: [
        "", "plated.look/1", "plated.look/2 a1 01M7 \(digest) 0", "plated.look/1 a1 01M7 abc 0",
        "plated.look/1 a1 01M7 \(digest) -1", "plated.look/1 a1 01M7 \(digest) 8388608",
        "plated.look/1 a1 01M7 \(digest) 0 more",
        "plated.look/1 \(String(repeating: "a", count: 200)) 01M7 \(digest) 0",
    ])
    func `what is no look is none`(text: String) { #expect(PictureLook(Array(text.utf8)) == nil) }

    @Test func `a piece says the same again, whatever its bytes are`() {
        let bytes: [UInt8] = Array("\n\n 1\n".utf8) + [0, 0xFF]
        for content in [PicturePiece.Content.bytes(bytes, from: 7), .refused(.gone), .refused(.tooLarge)] {
            let piece = PicturePiece(number: "a1", content)
            #expect(PicturePiece(piece.bytes) == piece)
        }
    }

    @Test(arguments: [
        "", "\n", "plated.picture/1 a1 0", "plated.picture/1 a1 0\n", "plated.picture/1 a1 -1\nx",
        "plated.picture/1 a1 gone\nx",
        "plated.picture/1 a1 silent\n", "plated.picture/1 a1 8388608\nx", "plated.shows/1 asked\n",
    ])
    func `what is no piece is none`(text: String) { #expect(PicturePiece(Array(text.utf8)) == nil) }

    @Test func `a piece that is too long is none`() {
        let piece = PicturePiece(number: "a", .bytes(Array(repeating: 1, count: PicturePiece.size + 1), from: 0))
        #expect(PicturePiece(piece.bytes) == nil)
    }

    @Test func `a site says whether it shows pictures`() {
        #expect(PicturePolicy(offer: Array(PicturePolicy.asked.offer.utf8)) == .asked)
        for text in ["", "plated.shows/1", "plated.shows/1 everything", "plated.shows/2 asked"] {
            #expect(PicturePolicy(offer: Array(text.utf8)) == nil)
        }
    }
}
