import ALPR
import Basics
import Foundation
import PlateDrawing
import Plates
import TesseractOCR
import TestSupport
import Testing

@Suite struct TesseractEngineTests {
    private static let model = TesseractEngine.Model(path: TestNets.plateModel)

    /// Every letter and every digit at least three times.
    private static let plates = [
        "47XKP3", "HBTK5839", "FN64WKZ", "TXR538H", "12ABC3", "DEF456", "GHJ789", "KL10MNP", "QRS234", "TUV567",
        "WXY890",
        "ZAI162", "BV71CQO", "3DJY94", "EG08LFA", "MU5S2I", "PO6N3RD", "8JQZ17", "CYT4WGE", "50VUHBX", "9SLM60I",
        "JO27QFR",
    ]

    /// What a scene's first plate reads as.
    private func text(_ engine: TesseractEngine, of scene: Scene) throws -> String {
        let image = scene.image()
        return try scene.placements[0].rowQuads.map { quad in
            let row = TextRow(quad: quad, characters: 0)
            return try engine.symbols(in: ReadingView.first.crop(row, of: image)).text
        }.joined()
    }

    private func scene(_ text: String, style: PlateStyle, textHeight: Double) -> Scene {
        let plate = RenderedPlate(text, style: style)
        let width = plate.width / plate.characterHeight * textHeight + 16
        let height = plate.height / plate.characterHeight * textHeight + 16
        var scene = Scene(width: Int(width), height: Int(height))
        scene.placements = [Placement(plate, centre: Point(x: width / 2, y: height / 2), textHeight: textHeight)]
        scene.blur = 0.6
        scene.noise = 3
        return scene
    }

    /// Share of characters that are right, 0-1, over the fixed list.
    private func accuracy(_ engine: TesseractEngine, style: PlateStyle, textHeight: Double) throws -> Double {
        var wrong = 0
        for plate in Self.plates {
            wrong += try text(engine, of: scene(plate, style: style, textHeight: textHeight)).editDistance(to: plate)
        }
        return 1 - Double(wrong) / Double(Self.plates.map(\.count).reduce(0, +))
    }

    @Test(arguments: [(PlateStyle.white, 14.0), (.yellow, 24), (.dark, 40)])
    func `95 of 100 characters are read right, every letter and digit among them`(
        style: PlateStyle, textHeight: Double
    ) throws {
        let engine = try TesseractEngine(model: Self.model)
        #expect(try accuracy(engine, style: style, textHeight: textHeight) >= 0.95)
    }

    @Test func `the list holds every character the font has three times`() {
        let all = Self.plates.joined()
        for character in PlateFont.characters { #expect(all.count { $0 == character } >= 3, "\(character)") }
    }

    @Test func `the classic recipe reads, too`() throws {
        let engine = try TesseractEngine(model: Self.model, preprocessing: .classic)
        #expect(try accuracy(engine, style: .white, textHeight: 40) >= 0.9)
    }

    @Test func `a sharp reading is sure, and knows what else it might be`() throws {
        let engine = try TesseractEngine(model: Self.model)
        let scene = scene("KX29HTM", style: .white, textHeight: 40)
        let row = TextRow(quad: scene.placements[0].rowQuads[0], characters: 7)
        let symbols = try engine.symbols(in: ReadingView.first.crop(row, of: scene.image()))
        #expect(symbols.text == "KX29HTM")
        #expect(symbols.confidence > 0.9 && symbols.confidence <= 1)
        for symbol in symbols {
            let confidences = symbol.alternatives.map(\.confidence)
            #expect(confidences.allSatisfy { (0...1).contains($0) })
            #expect(Set(symbol.alternatives.map(\.character)).count == symbol.alternatives.count)
        }
    }

    @Test func `one engine reads the same row the same way again`() throws {
        let engine = try TesseractEngine(model: Self.model)
        let one = scene("47XKP3", style: .white, textHeight: 20)
        let other = scene("FN64WKZ", style: .dark, textHeight: 30)
        let first = try text(engine, of: one)
        let between = try text(engine, of: other)
        #expect(first == "47XKP3" && between == "FN64WKZ")
        #expect(try text(engine, of: one) == first)
    }

    @Test(arguments: [(160, 48), (1, 1), (0, 0), (7, 48), (48, 7), (900, 48)])
    func `nothing is read where nothing stands`(width: Int, height: Int) throws {
        let engine = try TesseractEngine(model: Self.model)
        for grey: UInt8 in [0, 128, 255] {
            #expect(try engine.symbols(in: LumaImage(width: width, height: height, filledWith: grey)).isEmpty)
        }
    }

    // MARK: - Models

    @Test func `a model is a folder and a name`() {
        let model = TesseractEngine.Model(path: "/usr/share/plated/plate.traineddata")
        #expect(model == .init(folder: "/usr/share/plated", language: "plate", isGeneral: false))
        #expect(model.path == "/usr/share/plated/plate.traineddata")
        #expect(TesseractEngine.Model(path: "plate.traineddata").path == "./plate.traineddata")
        #expect(TesseractEngine.Model(path: "/plate.traineddata").folder == "/")
    }

    @Test func `a missing model is an error that names the file`() {
        let model = TesseractEngine.Model(path: "/nowhere/plate.traineddata")
        let error = #expect(throws: TesseractError.self) { try TesseractEngine(model: model) }
        #expect(error?.description == "loading the OCR model /nowhere/plate.traineddata: No such file or directory")
    }

    @Test(arguments: ["", "This is no model.\n", String(repeating: "\u{1}\u{0}\u{7f}~", count: 5000)])
    func `a file that is no model is an error that says so`(content: String) throws {
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "plated-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appending(path: "plate.traineddata")
        try Data(content.utf8).write(to: file)
        let error = #expect(throws: TesseractError.self) { try TesseractEngine(model: .init(path: file.path)) }
        #expect(
            error?.description
                == "loading the OCR model \(file.path): libtesseract does not take the file as an LSTM model")
    }
}
