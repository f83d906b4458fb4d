import Foundation
import Records
import Testing

@testable import plated_hub

@Suite struct CentreAddressTests {
    private static func pem(_ bytes: [UInt8]) -> String {
        "-----BEGIN CERTIFICATE-----\n\(Data(bytes).base64EncodedString())\n-----END CERTIFICATE-----\n"
    }

    /// Somebody between site and centre could hand over the right certificate and one of his own behind it.
    @Test func `a site believes the certificate that has the hash, and none that stands beside it`() throws {
        let (right, foreign) = (Self.pem([1, 2, 3]), Self.pem([4, 5, 6]))
        let found = try #require(CentreAddress.first(of: "words\n\(right)\(foreign)"))
        #expect(found.hash == Digest(of: [1, 2, 3]).description && found.pem == right)
        #expect(CentreAddress.first(of: foreign + right)?.hash == Digest(of: [4, 5, 6]).description)
    }

    @Test(arguments: [
        "", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----", "-----BEGIN CERTIFICATE-----\nAQID",
    ])
    func `what is no certificate has none`(text: String) {
        #expect(CentreAddress.first(of: text) == nil)
    }
}
