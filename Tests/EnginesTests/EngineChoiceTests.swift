import ALPR
import Basics
import CameraConfiguration
import Logging
import TesseractOCR
import TestSupport
import Testing

@testable import Engines
@testable import ONNXNets

/// `engine: auto`: nets where they can be loaded, Tesseract otherwise.
@Suite struct EngineChoiceTests {
    private static let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func plan(_ change: (inout Configuration) -> Void = { _ in }) throws -> RecognitionPlan {
        var configuration = Configuration()
        configuration.engine = .auto
        configuration.neural.runtime = TestNets.libraries[0]
        configuration.neural.detector = TestNets.path("detector.onnx")
        configuration.neural.reader = TestNets.path("reader.onnx")
        change(&configuration)
        let shipped = Installation(executable: repository + "/.build/debug/plated")
        return try RecognitionPlan(configuration, installation: shipped, asking: .waiting, log: Self.log)
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `nets read where they and the runtime are there`() throws {
        let plan = try plan()
        #expect(plan.engineName == "neural" && plan.model == nil && plan.detector == TestNets.path("detector.onnx"))
        #expect(plan.choice?.hasPrefix("engine: auto reads with neural (") == true)
        #expect(try plan.make().engine is PlateNet)
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `nets that were loaded for the choice are used, by who comes first and asks for the same`() throws {
        var configuration = Configuration()
        configuration.engine = .auto
        let installation = Installation(
            executable: repository + "/.build/debug/plated", dataFolders: "/nonexistent")
        func nets() throws -> LoadedNets {
            let choice = EngineChoice(configuration, installation: installation, log: Self.log) {
                try ONNXRuntime(libraries: TestNets.libraries)
            }
            return try #require(choice.nets)
        }
        var settings = configuration.recognition
        settings.suitedTextHeight = 8.5
        let loaded = try nets()
        let taken = loaded.take(for: settings)
        #expect(taken?.engine is PlateNet && taken?.localiser is PairedLocaliser)
        #expect(loaded.take(for: settings) == nil)
        settings.suitedTextHeight = 12
        #expect(try nets().take(for: settings) == nil)
        let plan = try plan()
        let (first, second) = (try plan.make().engine as? PlateNet, try plan.make().engine as? PlateNet)
        #expect(first != nil && second != nil && first !== second)
    }

    @Test func `Tesseract reads where the runtime is missing, and it is said why`() throws {
        let plan = try plan { $0.neural.runtime = "/nowhere/libonnxruntime.so.1" }
        #expect(plan.engineName == "tesseract" && plan.model == TestNets.plateModel && plan.detector == nil)
        let choice = try #require(plan.choice)
        #expect(choice.hasPrefix("engine: auto reads with tesseract, and not with neural: loading ONNX Runtime: "))
        #expect(choice.contains("/nowhere/libonnxruntime.so.1"))
        #expect(try plan.make().engine is TesseractEngine)
    }

    @Test func `where there is no runtime that is said without ado, with the command that installs it`() throws {
        var configuration = Configuration()
        configuration.engine = .auto
        let installation = Installation(
            executable: repository + "/.build/debug/plated", dataFolders: "/nonexistent")
        let choice = EngineChoice(configuration, installation: installation, log: Self.log) {
            try ONNXRuntime(libraries: ["libnone.so.1"])
        }
        #expect(choice.configuration.engine == .tesseract)
        #expect(
            choice.announcement == "engine: auto reads with tesseract: ONNX Runtime, on which nets read more plates,"
                + " is not installed; \(repository)/scripts/install-onnxruntime installs it")
    }

    @Test func `Tesseract reads where the reader is not installed, with the command that installs it`() throws {
        var configuration = Configuration()
        configuration.engine = .auto
        configuration.neural.reader = "cct-xs-v2-global"
        let bare = Installation(executable: repository + "/.build/debug/plated", dataFolders: "/nonexistent/share")
        let plan = try RecognitionPlan(configuration, installation: bare, asking: .waiting, log: Self.log)
        #expect(plan.engineName == "tesseract")
        #expect(plan.choice?.contains("plated models install cct-xs-v2-global") == true, "\(plan.choice ?? "")")
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `a net that is there and cannot be loaded is none`() throws {
        let folder = try TemporaryFolder()
        let net = try folder.write("no net", to: "detector.onnx")
        let plan = try plan { $0.neural.detector = net }
        #expect(plan.engineName == "tesseract" && plan.choice?.contains(net) == true, "\(plan.choice ?? "")")
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `the nets that come with plated read where nothing else is installed`() throws {
        var configuration = Configuration()
        configuration.engine = .auto
        configuration.neural.runtime = TestNets.libraries[0]
        let bare = Installation(executable: repository + "/.build/debug/plated", dataFolders: "/nonexistent/share")
        let plan = try RecognitionPlan(configuration, installation: bare, asking: .waiting, log: Self.log)
        #expect(plan.engineName == "neural" && plan.reader == "plated" && plan.isKnown)
        #expect(plan.choice == "engine: auto reads with neural (plated): its nets and ONNX Runtime are there")
        #expect(plan.recognition.smoother.probability == Probability.Scale.ownNeural)
        #expect(try plan.make().engine is PlateNet)
    }

    @Test func `who names an engine has no choice`() throws {
        let plan = try plan { $0.engine = .tesseract }
        #expect(plan.choice == nil && plan.engineName == "tesseract")
        #expect(Configuration().engine == .auto)
    }

    @Test func `who has set up Tesseract goes on with it`() throws {
        for plan in [
            try plan { $0.tesseract.model = TestNets.plateModel }, try plan { $0.tesseract.preprocessing = .classic },
        ] {
            #expect(plan.choice == "engine: auto reads with tesseract: keys of it are set")
            #expect(plan.engineName == "tesseract" && plan.model == TestNets.plateModel)
        }
    }

    @Test func `how probable texts are is known of what was measured, and of nothing else`() throws {
        #expect(try plan { $0.engine = .tesseract }.recognition.smoother.probability == Probability.Scale.tesseract)
        let folder = try TemporaryFolder()
        let own = try folder.write("", to: "own.traineddata")
        func probability(_ change: (inout Configuration) -> Void) throws -> Probability.Scale? {
            try plan(change).recognition.smoother.probability
        }
        #expect(try probability { ($0.engine, $0.tesseract.model) = (.tesseract, own) } == nil)
        #expect(try probability { ($0.engine, $0.tesseract.preprocessing) = (.tesseract, .classic) } == nil)
        #expect(try probability { $0.engine = .neural } == nil)
        #expect(
            try probability {
                ($0.engine, $0.remote.service, $0.remote.key) = (.tesseract, .googleVision, .init("key"))
            } == nil)
    }

    @Test func `a least probability is refused where nobody knows what readings are worth`() throws {
        #expect(
            try plan {
                $0.engine = .tesseract
                $0.recognition.smoother.minimumProbability = 0.9
            }.recognition.smoother.minimumProbability == 0.9)
        let failure = #expect(throws: Failure.self) {
            try plan {
                ($0.engine, $0.remote.service, $0.remote.key) = (.tesseract, .googleVision, .init("key"))
                $0.recognition.smoother.minimumProbability = 0.9
            }
        }
        #expect(failure?.status == .configuration && failure?.action == "plates.minimum_probability")
    }
}
