import Addresses
import Testing

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""), ("AZaz09-._~", "AZaz09-._~"), ("a b", "a%20b"), ("a/b?c#d", "a%2Fb%3Fc%23d"), ("100%", "100%25"),
        ("é", "%C3%A9"), ("\n", "%0A"), ("a+b&c=d", "a%2Bb%26c%3Dd"),
    ])
    func `what does not stand for itself is written by its bytes`(text: String, encoded: String) {
        #expect(text.percentEncoded == encoded)
    }
}
