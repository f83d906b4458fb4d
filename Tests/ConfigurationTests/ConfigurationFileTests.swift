import ALPR
import Addresses
import Basics
import Foundation
import Records
import Settings
import TestSupport
import Testing

@testable import CameraConfiguration

/// What a configuration gets from around it: a name from its file, secrets from others, values from the command line.
@Suite struct ConfigurationFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(
        _ text: String, named name: String = "gate.yaml", environment: [String: String] = [:],
        given: Set<String> = [], forgives: Bool = false
    ) throws -> ConfigurationFile {
        ConfigurationFile(
            path: try folder.write(text, to: name),
            surroundings: .init(environment: environment, given: given, forgivesForbiddenSecrets: forgives))
    }

    private func messages(_ file: ConfigurationFile) -> [String] { file.problems.map(\.message) }

    // MARK: - Camera

    @Test(arguments: ["gate.yaml", "gate.yml", "gate"])
    func `a camera is called as its file`(name: String) throws {
        let file = try file("title: The north gate", named: name)
        #expect(file.problems.isEmpty)
        #expect(file.configuration.camera == "gate" && file.configuration.title == "The north gate")
    }

    @Test(arguments: [
        "einfahrt-süd.yaml", ".gate.yaml", "front gate.yaml", ".yaml", "gate.backup.yaml", "Gate.yaml",
        "front_gate.yaml",
        "hub.yaml", "new.yaml", "key.yaml", "evidence.yaml", "pictures.yaml", "sites.yaml", "gate.conf",
        "-gate.yaml", "gate-.yaml", String(repeating: "x", count: 25) + ".yaml",
    ])
    func `a file whose name is no camera's is refused, unless the command line says another`(name: String) throws {
        let found = try file("", named: name).problems
        #expect(found.count == 1 && found[0].key == nil && found[0].message.contains(CameraID.rule), "\(found)")
        #expect(try file("", named: name, given: ["camera"]).problems.isEmpty)
    }

    @Test func `no key says what the camera is called`() throws {
        #expect(try file("camera: entrance").problems.map(\.key) == ["camera"])
    }

    @Test func `what has no name of its own says how the camera is called`() {
        let file = ConfigurationFile(
            text: "", path: "/dev/fd/63", surroundings: .init(environment: [:]))
        #expect(file.problems.isEmpty)
        #expect(file.notes.map(\.key) == ["camera"])
    }

    // MARK: - Credentials

    private let service = "source: {url: \"rtsp://h/x\", credentials_file: camera}"

    @Test func `outside of systemd, a service's credentials are read where systemd would read them`() throws {
        try folder.write("cam:pa:ss\n", to: "gate.credentials")
        let file = try file(service)
        #expect(file.problems.isEmpty && file.notes.isEmpty)
        #expect(file.configuration.source?.credentials == .init(user: "cam", password: "pa:ss"))
    }

    @Test func `in a service, only what systemd handed over counts`() throws {
        try folder.write("wrong:file\n", to: "gate.credentials")
        try folder.write("cam:pw\n", to: "handed/camera")
        let environment = ["CREDENTIALS_DIRECTORY": folder.file("handed")]
        #expect(
            try file(service, environment: environment).configuration.source?.credentials
                == .init(user: "cam", password: "pw"))
    }

    @Test func `credentials that are nowhere are told with the place to write them to`() throws {
        #expect(
            messages(try file(service)) == [
                "names what systemd hands over to a service: write user:password to \(folder.file("gate.credentials")),"
                    + " which is not there"
            ])
    }

    @Test func `a file without end is no credentials file`() throws {
        #expect(
            messages(try file("source: {url: \"rtsp://h/x\", credentials_file: /dev/zero}")) == [
                "names a file that cannot be read: it is larger than 16 KiB, and such a file never is"
            ])
    }

    // MARK: - Every problem

    @Test func `a key given twice hides no other problem`() throws {
        #expect(
            try file("title: x\nengine: magic\ntitle: y\nmagic: 1").problems.map(\.line) == [2, 3, 4])
    }

    @Test func `a key is only suggested for a name that is like it`() throws {
        let messages = messages(try file("titel: x\nab: y\nk1: z"))
        #expect(messages.map { $0.contains("did you mean title?") } == [true, false, false])
        #expect(messages.map { $0.contains("did you mean") } == [true, false, false])
    }

    @Test func `no number of unknown keys makes it slow, and the first hundred are told`() throws {
        let keys = (0..<20_000).map { "k\($0): 1\n" }.joined()
        let began = ContinuousClock.now
        let file = try file(keys)
        #expect(began.duration(to: .now) < .seconds(20))
        #expect(file.problems.count == 20_000)
        let told = Problems(file.problems).description.split(separator: "\n")
        #expect(told.count == 101)
        #expect(told.last == "\(file.path): and 19900 more problems")
    }

    @Test func `a configuration of megabytes is refused`() throws {
        #expect(
            messages(try file(String(repeating: "#", count: 2 << 20))) == [
                "cannot be read: it is larger than 1 MiB, and such a file never is"
            ])
    }

    // MARK: - Formats

    @Test func `countries are known in any case`() throws {
        let formats = try file("formats: {countries: [NL, De], normalise: [nL]}").configuration.formats
        #expect(formats.countries == ["nl", "de"] && formats.normalise == ["nl"])
    }

    @Test func `strict needs countries, from the file or from the command line`() throws {
        #expect(try file("formats: {strict: true}").problems.map(\.key) == ["formats.strict"])
        #expect(try file("formats: {strict: true, countries: [nl]}").problems.isEmpty)
        #expect(try file("formats: {strict: true}", given: ["formats.countries"]).problems.isEmpty)
    }

    // MARK: - Region of interest

    @Test(arguments: [
        "[[0, 0], [0, 0], [0, 0]]", "[[0, 0], [1, 1], [0.5, 0.5]]", "[[0, 0.5], [1, 0.5], [0.3, 0.5]]",
        "[[0, 0], [1, 1], [1, 0], [1, 1]]",
    ])
    func `a region without area is refused`(corners: String) throws {
        #expect(try file("roi: \(corners)").problems.map(\.key) == ["roi"])
    }

    @Test(arguments: ["[[0, 0], [1, 1], [1, 0], [0, 1]]", "[[0, 0], [0.001, 0], [0, 1]]", "[0, 0, 0.001, 0.001]"])
    func `a region that is crossed or narrow is none without area`(corners: String) throws {
        #expect(try file("roi: \(corners)").problems.isEmpty)
    }

    @Test func `a region that is smaller than a plate, and intervals in which no plate is seen twice, are told`() throws
    {
        #expect(try file("roi: [0, 0, 0.001, 0.5]").notes.map(\.key) == ["roi"])
        #expect(try file("roi: [0, 0, 0.01, 0.01]").notes.isEmpty)
        #expect(try file("gate: {interval_ms: 4000}").notes.map(\.key) == ["vote.close_ms"])
        #expect(try file("gate: {interval_ms: 3000}").notes.isEmpty)
    }

    // MARK: - Lanes

    @Test func `lanes are read with what they have of their own, and roi stays what it was`() throws {
        let text = """
            roi: [0, 0.1, 1, 0.9]
            lanes:
              - {name: in, area: [0, 0.2, 0.5, 0.8], directions: [approaching, standing], minimum_text_height_px: 14}
              - name: out
                area: [[0.5, 0], [1, 0], [1, 1]]
            """
        let file = try file(text)
        #expect(file.problems.isEmpty, "\(file.problems)")
        let lanes = file.configuration.recognition.lanes
        #expect(lanes.map(\.name) == ["in", "out"])
        #expect(lanes[0].movements == [.approaching, .standing] && lanes[0].minimumTextHeight == 14)
        #expect(lanes[1].movements.isEmpty && lanes[1].minimumTextHeight == nil && lanes[1].area.corners.count == 3)
        #expect(file.configuration.recognition.roi == RegionOfInterest(x: 0, y: 0.1, width: 1, height: 0.9))
        // As it is printed it is read again.
        let printed = file.configuration.effective(model: nil, formats: nil)
        let again = try self.file(printed)
        #expect(again.configuration.recognition.lanes == lanes, "\(again.problems)")
    }

    @Test(arguments: [
        ("lanes: in", ["lanes: expects a list of lanes"]),
        ("lanes:\n  - {area: [0, 0, 1, 1]}", ["2: lanes[1].name: is missing"]),
        ("lanes:\n  - {name: in}", ["2: lanes[1].area: is missing"]),
        ("lanes:\n  - {name: in, area: [0, 0, 2, 1]}", ["2: lanes[1].area: expects [x, y, width, height]"]),
        ("lanes:\n  - {name: Süd, area: [0, 0, 1, 1]}", ["2: lanes[1].name: takes letters"]),
        (
            "lanes:\n  - {name: in, area: [0, 0, 1, 1], directions: [up]}",
            ["2: lanes[1].directions: \"up\" is not known; expects some of: approaching"]
        ),
        ("lanes:\n  - {name: in, area: [0, 0, 1, 1], direction: [leaving]}", ["2: lanes[1].direction: is not a key"]),
        ("lanes:\n  - 7", ["2: lanes[1]: expects keys"]),
        ("lanes:\n  - {name: a, area: [0, 0, 1, 1]}\n  - {name: a, area: [0, 0, 1, 1]}", ["lanes: has two lanes"]),
    ])
    func `what is wrong with a lane is told with its number`(text: String, expected: [String]) throws {
        let problems = try file(text).problems.map(\.description)
        for words in expected { #expect(problems.contains { $0.contains(words) }, "\(problems)") }
    }
}
