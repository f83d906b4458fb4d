import Foundation
import TestSupport
import Testing

@testable import Records

@Suite struct LogrotateTests {
    private let scene: LogScene

    init() throws { scene = try LogScene() }

    private static let hasLogrotate = ["/usr/sbin/logrotate", "/sbin/logrotate"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(
        .enabled(if: hasLogrotate, "it takes logrotate"),
        arguments: [
            "compress\ndelaycompress\ndateext\ndateformat -%Y%m%d-%s\nnocreate", "compress\ncreate", "copytruncate",
            "copytruncate\ncompress", "extension .ndjson\ncompress\nnocreate", "nocompress\ncreate",
        ])
    func `the real logrotate, in every manner, read along and after having been away`(manner: String) throws {
        let settings = "\(scene.path) {\nrotate 100\n\(manner)\n}\n"
        let configuration = try scene.folder.write(settings, to: "rotate.conf")
        var number = 0
        var expected: [String] = []
        var read: [String] = []
        func write() throws {
            number += 1
            try scene.write("\(number)")
            expected.append("\(number)")
        }
        for turn in 0..<12 {
            for _ in 0..<3 { try write() }
            if turn % 3 == 0 { read += try scene.read(2) }
            if turn == 7 { try scene.restart() }
            if manner.contains("dateformat") { try scene.ageDates() }
            try #require(
                Command.succeeds(
                    "/usr/sbin/logrotate", "--force", "--state", scene.folder.file("state"), configuration))
            if turn % 2 == 0 { try write() }
            if turn % 4 == 1 { read += try scene.read() }
        }
        try write()
        read += try scene.read()
        #expect(read == expected)
    }
}

extension LogScene {
    /// Two rotations in the same second would have the same name: those that are there become an hour older.
    fileprivate func ageDates() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasPrefix("gate.ndjson-")
        }
        for name in names.sorted() {
            let isPacked = name.hasSuffix(".gz")
            let bare = isPacked ? String(name.dropLast(3)) : name
            let parts = bare.split(separator: "-")
            let second = try #require(Int(parts[2]))
            try move(name, "gate.ndjson-\(parts[1])-\(second - 3600)" + (isPacked ? ".gz" : ""))
        }
    }
}
