import CameraSetup
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import Records
import TestSupport
import Testing

@testable import Console

/// Pictures that others post: what is taken for a form, and answers field by field against those of the programs in whose place we
/// answer. `scripts/test-console` posts real ones.
@Suite struct PostedPictureTests {
    private let boundary = "mark"

    private func form(_ parts: [(head: String, body: String)], end: String = "--mark--\r\n") -> [UInt8] {
        Array(parts.map { "--mark\r\nContent-Disposition: form-data; \($0.head)\r\n\r\n\($0.body)\r\n" }.joined().utf8)
            + Array(end.utf8)
    }

    private let picture = (head: #"name="upload"; filename="C:\\cars\\a \"b\".jpg""#, body: "\r\n--mar JPEG \r\n")

    private func posted(_ parts: [(head: String, body: String)]) throws -> PostedForm {
        try PostedForm(form(parts), type: "multipart/form-data; boundary=mark")
    }

    // MARK: - Forms

    @Test func `a form is read as clients write it, whatever stands in the picture`() throws {
        let form = try posted([
            ("name=regions", "nl"), (#"name="regions""#, "GB, de"), (#"name="camera_id""#, "gate"),
            (#"name="timestamp""#, "2026-11-22T12:00:00Z"), (#"name="mmc""#, "true"),
            (#"name="config""#, #"{"region": "strict", "threshold_o": 0.7, "mode": "fast", "threshold_d": 0.2}"#),
            picture,
        ])
        #expect(form.picture == Array(picture.body.utf8) && form.fileName == #"a "b".jpg"#)
        #expect(form.regions == ["nl", "gb", "de"] && form.isStrict && form.least == 0.7)
        #expect(form.camera == "gate" && form.timestamp == "2026-11-22T12:00:00Z")
        #expect(MultipartForm.boundary(of: #"Multipart/Form-Data; charset=utf-8; boundary="a b""#) == "a b")
    }

    @Test func `a picture may be text in base64, also as browsers write it`() throws {
        for text in ["YSBqcGVn", "YSBq\ncGVn", "data:image/jpeg;base64,YSBqcGVn"] {
            #expect(try posted([(#"name="upload""#, text)]).picture == Array("a jpeg".utf8), "\(text)")
        }
        let plain = try PostedForm(
            Array("camera_id=gate&upload=YSBqcGVn".utf8), type: "application/x-www-form-urlencoded")
        #expect(plain.picture == Array("a jpeg".utf8) && plain.camera == "gate" && plain.fileName == nil)
    }

    @Test func `regions are the vendor's codes, however clients write them`() throws {
        for (texts, wanted) in [
            (["us-wa"], ["us"]), (["gb-eng", "NL"], ["gb", "nl"]), ([#"["gb","nl"]"#], ["gb", "nl"]),
            (["['us-ca', 'th-37']"], ["us", "th"]), (["None"], []), (["null"], []), (["[null]"], []), ([""], []),
            (["[]"], []),
            ([" nl ; be "], ["nl", "be"]), (["False"], ["false"]),
        ] as [([String], [String])] {
            let fields = texts.map { (head: #"name="regions""#, body: $0) }
            #expect(try posted(fields + [picture]).regions == wanted, "\(texts)")
        }
        #expect(
            try posted([(#"name="regions[]""#, "nl"), (#"name="regions[1]""#, "gb"), picture]).regions == ["nl", "gb"])
    }

    @Test func `a field that says nothing is none, and numbers may be texts`() throws {
        for text in ["", " ", "null", "None", "undefined"] {
            for name in ["config", "min_confidence", "timestamp", "camera_id", "mmc"] {
                let form = try posted([("name=\(name)", text), picture])
                #expect(
                    form.least == 0 && form.timestamp == nil && form.camera == nil && !form.isOfMakes, "\(name) \(text)"
                )
            }
        }
        for (config, strict, least) in [
            ("{}", false, 0), ("[]", false, 0), (#"{"region":null,"threshold_o":null}"#, false, 0),
            (#"{"region":"strict","threshold_o":"0.5"}"#, true, 0.5),
            (#"{"threshold_o":0.5,"mode":["fast"]}"#, false, 0.5),
            (#"{"threshold_o":""}"#, false, 0),
        ] {
            let form = try posted([("name=config", config), picture])
            #expect(form.isStrict == strict && form.least == least, "\(config)")
        }
    }

    @Test func `JSON is taken as a form is`() throws {
        let text =
            #"{"upload":"YSBqcGVn","regions":["us-pa","nl"],"mmc":true,"camera_id":7,"config":{"detection_mode":"vehicle","threshold_o":0.5}}"#
        let form = try PostedForm(Array(text.utf8), type: "application/json; charset=utf-8")
        #expect(form.picture == Array("a jpeg".utf8) && form.regions == ["us", "nl"] && form.camera == "7")
        #expect(form.isOfMakes && form.isOfVehicles && form.least == 0.5)
        for text in ["", "[]", "{}", "{", #"{"upload":7}"#, #"{"upload":null}"#] {
            #expect(throws: RequestProblem.self) { try PostedForm(Array(text.utf8), type: "application/json") }
        }
    }

    @Test func `what stands before and behind a form is nobody's`() throws {
        let bare = form([("name=regions", "nl"), picture], end: "--mark--")
        for body in [
            bare, Array("\r\n".utf8) + bare, Array("This is a form.\r\nof two lines --mark\r\n".utf8) + bare,
            bare + Array("\r\nepilogue\r\n--mark\r\n".utf8),
            Array(String(decoding: bare, as: UTF8.self).replacing("--mark\r\n", with: "--mark \t\r\n").utf8),
        ] {
            let form = try PostedForm(body, type: "multipart/form-data; boundary=mark")
            #expect(form.picture == Array(picture.body.utf8) && form.regions == ["nl"])
        }
        let named = try posted([(#"name="upload"; filename*=UTF-8''a%C3%A4+b.jpg"#, "JPEG")])
        #expect(named.fileName == "aä+b.jpg")
    }

    @Test(arguments: [
        "", "--mark", "--mark\r\n", "--mark--", "--mark\r\n\r\nx\r\n--mark--",
        "--mark\r\nContent-Disposition: form-data\r\n\r\nx\r\n--mark--",
        "--mark\r\nContent-Disposition: form-data; name=\"upload\"; filename=\"a\"\r\n\r\nno end", "--other\r\n",
        "--mark\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n\r\n--mark--",
    ])
    func `what is no whole form with a picture is refused`(text: String) {
        #expect(throws: RequestProblem.self) {
            try PostedForm(Array(text.utf8), type: "multipart/form-data; boundary=mark")
        }
    }

    @Test func `a form that is cut anywhere, or has any byte changed, is read or refused, and no more`() throws {
        let whole = form([("name=regions", "nl"), picture])
        var chance = SplitMix64(seed: 4)
        for length in 0..<whole.count {
            _ = try? PostedForm(Array(whole[..<length]), type: "multipart/form-data; boundary=mark")
            var changed = whole
            changed[length] = UInt8.random(in: 0...255, using: &chance)
            _ = try? PostedForm(changed, type: "multipart/form-data; boundary=mark")
        }
        #expect(throws: RequestProblem.self) {
            try PostedForm(Array(whole.dropLast(6)), type: "multipart/form-data; boundary=mark")
        }
    }

    @Test func `heads with thousands of parameters cost nothing to speak of`() {
        let head = "form-data" + String(repeating: ";é", count: 2600)
        let part = "--mark\r\nContent-Disposition: \(head)\r\n\r\nx\r\n"
        let text = String(repeating: part, count: 60) + "--mark--"
        let time = ContinuousClock().measure {
            #expect(MultipartForm(Array(text.utf8), boundary: "mark") == nil)
            for _ in 0..<60 { #expect(MultipartForm.boundary(of: "multipart/" + head) == nil) }
        }
        #expect(time < .seconds(5))
        #expect(MultipartForm.boundary(of: "multipart/form-data; é=1; Boundary=x") == "x")
    }

    @Test(arguments: [
        (#"name="config""#, "{"), (#"name="config""#, #"{"threshold_o": 7}"#), (#"name="min_confidence""#, "much"),
        (#"name="min_confidence""#, "1.1"), (#"name="camera_id""#, String(repeating: "x", count: 5000)),
    ])
    func `a field that makes no sense is told by its name`(head: String, body: String) {
        let problem = #expect(throws: RequestProblem.self) { try posted([(head, body), picture]) }
        #expect(problem?.status == .badRequest)
    }

    // MARK: - Who may ask

    @Test(arguments: [
        ("192.0.2.0/24", "192.0.2.255", true), ("192.0.2.0/24", "192.0.3.1", false), ("192.0.2.7", "192.0.2.7", true),
        ("192.0.2.7", "192.0.2.8", false), ("0.0.0.0/0", "8.8.8.8", true), ("192.0.2.0/23", "192.0.3.9", true),
        ("192.0.2.0/24", "::ffff:192.0.2.9", true), ("2001:db8::/32", "2001:db8:1::9", true),
        ("2001:db8::/32", "2001:db9::1", false), ("::1", "127.0.0.1", false), ("192.0.2.7", "unknown", false),
    ])
    func `an address is in a range or not`(range: String, address: String, isIn: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(address) == isIn)
    }

    @Test(arguments: [
        "", "lan", "192.0.2.0/33", "192.0.2.0/", "192.0.2.0/-1", "192.0.2.0/+8", "192.0.2/24", "1.2.3.4/8/8", "::/129",
    ])
    func `what is no range is none`(text: String) { #expect(AddressRange(text) == nil) }

    @Test func `a reader's token is for pictures, and no account is a reader's`() throws {
        let folder = try TemporaryFolder()
        let accounts = try AccountFile(path: folder.file("console.sqlite"))
        let token = try #require(Token(try accounts.addToken("poster", role: .reader, days: 1)))
        #expect(try accounts.program(token.digest, at: .now)?.role == .reader)
        #expect(Role.allCases.filter { $0 <= .reader } == [.reader], "it may less than all others")
        #expect(throws: (any Error).self) { try accounts.add("bob", role: .reader, password: "correct horse battery") }
        #expect(throws: (any Error).self) { try accounts.invite(role: .reader) }
        #expect(throws: (any Error).self) { try accounts.addToken("one", role: .reader, cameras: ["gate"], days: 1) }
    }
}
