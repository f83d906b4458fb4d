import Foundation
import TestSupport
import Testing

/// Root asks and looks after a hub that runs as another user.
@Suite(.enabled(if: geteuid() == 0, "takes root, who can give files away"))
struct FolderOwnerTests {
    private static let service: uid_t = 65534

    private let scene: HubScene

    init() throws { scene = try HubScene() }

    private func owner(of name: String) throws -> uid_t {
        var status = stat()
        try #require(lstat(scene.folder.file(name), &status) == 0, "\(name)")
        return status.st_uid
    }

    @Test func `the record of look-ups is the service's, whoever made it, and nothing beside it changes hands`()
        throws
    {
        let record = scene.folder.file("kept/lookups.ndjson")
        let text = try scene.folder.text("hub.yaml")
        let audit = "audit: {file: \"\(scene.folder.path)/lookups.ndjson\"}"
        try #require(text.contains(audit))
        try scene.folder.write(
            text.replacing(audit, with: "audit: {lookups: true, file: \"\(record)\"}"), to: "hub.yaml")
        try scene.begin()
        try scene.folder.write("", to: "kept/other")
        try #require(chown(scene.folder.file("kept"), Self.service, Self.service) == 0)
        #expect(try scene.hub("search", "ZZ99ZZZ").status == 0)
        #expect(try owner(of: "kept/lookups.ndjson") == Self.service)
        // One that an older version made.
        try #require(chown(record, 0, 0) == 0)
        #expect(try scene.hub("search", "ZZ99ZZZ").status == 0)
        #expect(try owner(of: "kept/lookups.ndjson") == Self.service)
        #expect(try scene.folder.text("kept/lookups.ndjson").split(separator: "\n").count == 2)
        #expect(try owner(of: "kept/other") == 0)
    }
}
