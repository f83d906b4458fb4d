import Foundation
import TestSupport
import Testing

@testable import Records

/// What is put in place of lines, and who signs it.
@Suite struct LogForgettingTests {
    private let scene: ChainScene
    private var rotated: String { scene.path + ".1" }

    init() throws {
        scene = try ChainScene()
        try scene.run(4, sealed: true)
        try scene.move("gate.ndjson", "gate.ndjson.1")
    }

    private func forget(with sealer: (any Sealer)?, _ isMeant: @escaping (Record?) -> Bool) throws -> Int {
        try LogForgetting(path: scene.path, sealer: sealer) { _, record in isMeant(record) }.forget(in: rotated)
    }

    @Test func `it is signed where there is a key, and the log says whose seals it has`() throws {
        let lines = try scene.lines("gate.ndjson.1")
        let finds = LogForgetting(path: scene.path) { line, _ in line == lines[2] }.find().finds
        #expect(finds.map(\.lines) == [1] && finds[0].keys == ["key"])
        #expect(try forget(with: ChainScene.Signer()) { $0?.id == "2" } == 1)
        let line = try scene.lines("gate.ndjson.1")[2]
        let forgotten = try #require(ForgottenLine(in: line))
        let signed = try #require(forgotten.signed(in: line))
        #expect(forgotten.signature == ChainScene.Signer().signature(of: signed) && forgotten.key == "key")
        #expect(forgotten.hash == Digest(of: lines[2]) && forgotten.previous == Digest(of: lines[1]))
        #expect(try forget(with: nil) { $0?.id == "3" } == 1)
        let unsigned = try #require(ForgottenLine(in: try scene.lines("gate.ndjson.1")[3]))
        #expect(unsigned.key == nil && unsigned.signature == nil && unsigned.head == nil)
    }

    private static let second: Int64 = 1_795_257_125

    private func rotate() throws -> String {
        try LogForgetting(path: scene.path) { _, _ in true }.rotate(at: WallTime(milliseconds: Self.second * 1000))
    }

    @Test func `two rotations within a second take no other's place, nor that of what is compressed`() throws {
        for (number, suffix) in ["", ".gz", ".xz"].enumerated() {
            try scene.folder.write("old", to: "logs/gate.ndjson-20261121-\(Self.second + Int64(number))\(suffix)")
        }
        for number: Int64 in 3...4 {
            try scene.folder.write("\(number)\n", to: "logs/gate.ndjson")
            let name = "gate.ndjson-20261121-\(Self.second + number)"
            let rotated = try rotate()
            #expect(rotated.hasSuffix("/\(name)"))
            #expect(try scene.folder.text("logs/\(name)") == "\(number)\n")
        }
        #expect(try scene.folder.text("logs/gate.ndjson-20261121-\(Self.second)") == "old")
    }

    @Test func `a log for which every name is taken stays where it is`() throws {
        for number in 0..<100 {
            try scene.folder.write("old", to: "logs/gate.ndjson-20261121-\(Self.second + Int64(number))")
        }
        try scene.folder.write("new\n", to: "logs/gate.ndjson")
        #expect(throws: LogFailure.self) { try rotate() }
        #expect(try scene.folder.text("logs/gate.ndjson") == "new\n")
    }

    @Test func `nothing is signed that says itself what stood there`() throws {
        let lines = try scene.lines("gate.ndjson.1")
        let made = ForgottenLine(
            id: "AB12CDE", time: WallTime(milliseconds: 0), camera: "gate", hash: Digest(of: lines[2]),
            previous: Digest(of: "made up".utf8)
        ).line
        // Once as plated writes it, and once so that it is no record.
        let texts = [made, Array(String(decoding: made, as: UTF8.self).replacing("\"id\"", with: "\"no\"").utf8)]
        try scene.folder.write(Data(texts.flatMap { $0 }), to: "logs/gate.ndjson.1")
        let count = try LogForgetting(path: scene.path, sealer: ChainScene.Signer()) { _, _ in true }.forget(
            in: rotated)
        #expect(count == 1)
        let left = try scene.lines("gate.ndjson.1")
        #expect(left[0] == Array(made.dropLast()))
        #expect(ForgottenLine(in: left[1])?.hash == Digest(of: texts[1].dropLast()))
    }
}
