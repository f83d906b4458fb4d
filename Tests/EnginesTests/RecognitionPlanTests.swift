import ALPR
import Basics
import CameraConfiguration
import Capture
import Logging
import ONNXNets
import Plates
import RemoteOCR
import TesseractOCR
import TestSupport
import Testing

@testable import Engines

@Suite struct RecognitionPlanTests {
    private static let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    /// The source tree's.
    private static let shipped = Installation(executable: repository + "/.build/debug/plated")
    private static let nothing = Installation(executable: "/nonexistent/bin/plated", dataFolders: "/nonexistent/share")

    private func configuration(_ change: (inout Configuration) -> Void = { _ in }) -> Configuration {
        var configuration = Configuration()
        configuration.engine = .tesseract
        configuration.remote.key = .init("key")
        change(&configuration)
        return configuration
    }

    /// Reads and finds with the tests' nets.
    private func neural(_ change: (inout Configuration) -> Void = { _ in }) -> Configuration {
        configuration {
            $0.engine = .neural
            $0.neural.runtime = TestNets.libraries[0]
            $0.neural.detector = TestNets.path("detector.onnx")
            $0.neural.reader = TestNets.path("reader.onnx")
            change(&$0)
        }
    }

    private func plan(_ configuration: Configuration, _ installation: Installation = shipped) throws -> RecognitionPlan
    {
        try RecognitionPlan(configuration, installation: installation, asking: .waiting, log: Self.log)
    }

    /// What is said of a configuration for which something is missing; nil where nothing is.
    private func complaint(_ configuration: Configuration, _ installation: Installation = nothing) throws -> [String]? {
        do {
            _ = try plan(configuration, installation)
            return nil
        } catch let failure as Failure {
            #expect(failure.status == .configuration)
            return failure.description.split(separator: "\n").map(String.init)
        }
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `how low characters may be is what suits the engine, where nobody says it`() throws {
        #expect(try plan(configuration()).recognition.leastTextHeight == 9)
        #expect(try plan(neural()).recognition.leastTextHeight == 8.5)
        #expect(try plan(neural { $0.engine = .auto }).recognition.leastTextHeight == 8.5)
        #expect(try plan(neural { $0.recognition.minimumTextHeight = 9 }).recognition.leastTextHeight == 9)
    }

    @Test func `what plated ships is rows and libtesseract with the plate model`() throws {
        let plan = try plan(configuration())
        #expect(plan.isKnown && plan.model == TestNets.plateModel && plan.detector == nil)
        #expect(!plan.capture().wantsColour)
        let parts = try plan.make()
        #expect(parts.localiser is RowLocaliser && parts.engine is TesseractEngine)
    }

    @Test(arguments: Configuration.Engine.allCases)
    func `every engine that a configuration can name tells which of its files is missing`(
        engine: Configuration.Engine
    ) throws {
        let complaint = try #require(
            try complaint(
                configuration {
                    $0.engine = engine
                    $0.localiser = .rows
                    $0.tesseract.model = "/nonexistent/plate.traineddata"
                    $0.neural.reader = "/nonexistent/reader.onnx"
                }))
        #expect(complaint.count == 1 && complaint[0].contains("/nonexistent/"), "\(complaint)")
    }

    @Test func `a server reads beside the engine, alone where somebody asks for that, and not where nothing may leave`()
        throws
    {
        func asking(_ change: (inout Configuration) -> Void = { _ in }) -> Configuration {
            configuration {
                $0.remote.service = .googleVision
                change(&$0)
            }
        }
        let beside = try plan(asking())
        let remote = try #require(beside.remote)
        #expect(beside.isKnown && beside.engineName == "remote" && beside.recognition.leastTextHeight == 9)
        #expect(
            remote.announcement.hasPrefix(
                "crops of places that tesseract cannot decide are sent to https://vision.googleapis.com (google_vision)"
            ))
        let parts = try beside.make()
        #expect(parts.engine is TesseractEngine && parts.distant != nil && remote.status.summary == nil)
        let alone = try plan(asking { $0.engine = .remote })
        #expect(!alone.isKnown && alone.remote?.announcement.hasPrefix("crops of every place") == true)
        let server = try alone.make()
        #expect(server.engine is NoEngine && server.distant != nil)
        let silent = try RecognitionPlan(asking(), installation: Self.shipped, asking: .never, log: Self.log)
        #expect(try silent.remote == nil && silent.make().distant == nil)
        #expect(try plan(configuration()).make().distant == nil)
        let hidden = try complaint(asking { $0.privacy = .pseudonym }, Self.shipped)
        #expect(hidden?.first?.hasPrefix("remote.protocol: names a server") == true, "\(hidden ?? [])")
    }

    @Test func `everything that is missing is told at once`() throws {
        let complaint = try #require(
            try complaint(
                configuration {
                    $0.engine = .neural
                    $0.neural.reader = "/nonexistent/reader.onnx"
                    $0.neural.detector = Configuration.Neural.shipped
                    $0.formats.countries = ["nl"]
                }))
        #expect(complaint.count == 3)
        #expect(complaint[0].contains("formats.folder"), "\(complaint)")
        #expect(complaint[1].contains("neural.reader"), "\(complaint)")
        #expect(complaint[2].contains("detector.onnx, which comes with plated, is not installed"), "\(complaint)")
    }

    @Test func `a model of somebody's own need not read the canary`() throws {
        let folder = try TemporaryFolder()
        let model = try folder.write("", to: "own.traineddata")
        #expect(try !plan(configuration { $0.tesseract.model = model }).isKnown)
        #expect(try plan(configuration { $0.tesseract.model = TestNets.plateModel }).isKnown)
        #expect(try !plan(neural()).isKnown)
    }

    @Test func `pictures come in colour where a net looks at it`() throws {
        #expect(try plan(neural()).capture().wantsColour)
        #expect(try plan(neural { $0.localiser = .rows }).capture().wantsColour)
        // The detector that comes with plated is grey.
        func shipped(_ configuration: inout Configuration) {
            configuration.localiser = .neural
            configuration.neural.detector = Configuration.Neural.shipped
        }
        let plan = try plan(configuration(shipped))
        #expect(plan.detector == TestNets.shippedDetector && !plan.capture().wantsColour)
        #expect(
            try self.plan(
                configuration {
                    $0.localiser = .neural
                    $0.neural.detector = TestNets.path("detector.onnx")
                }
            ).capture().wantsColour)
    }

    @Test func `countries' formats are read, and known layouts where none is named`() throws {
        #expect(
            try plan(configuration { $0.formats.countries = ["nl"] }).recognition.formats.countries.map(\.code) == [
                "nl"
            ])
        #expect(try plan(configuration()).recognition.formats.evidence.count > 30)
        #expect(try plan(configuration { $0.formats.knownLayouts = false }).recognition.formats.evidence.isEmpty)
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `an engine of rows is shown the rows of what a net finds, and an engine of plates the plates`() throws {
        let rows = try plan(neural { ($0.engine, $0.localiser) = (.tesseract, .neural) }).make()
        #expect(rows.localiser is RowedLocaliser && rows.engine is TesseractEngine)
        let plates = try plan(neural()).make()
        #expect(plates.localiser is PairedLocaliser && plates.engine is PlateNet)
    }
}
