import ALPR
import CameraConfiguration
import Logging
import ONNXNets

/// An engine that a configuration can name.
///
/// Each is a file beside this one, and a line in `of`. What it can be told stands in `Configuration`.
struct Engine: Sendable {
    /// Whether it reads single rows, so that a localiser has to show it those.
    let readsRows: Bool
    /// Finds the files of it that a configuration asks for; throws where one is missing.
    let recipe: @Sendable (Configuration, Installation, Logger) throws -> EngineRecipe

    static func of(_ name: Configuration.Engine) -> Engine {
        switch name {
        case .tesseract: .tesseract
        case .neural: .neural
        case .auto: preconditionFailure("what reads has been chosen by now")
        case .remote: .none
        }
    }

    /// Reads nothing: a server is asked about all that is found.
    static let none = Engine(readsRows: true) { _, _, _ in EngineRecipe(isKnown: false) { _, _ in NoEngine() } }
}

/// An engine whose files have been found, and how it is made: on the queue that uses it.
struct EngineRecipe: Sendable {
    /// Whether it is what plated ships or has in its catalogue: only that has to read the canary.
    let isKnown: Bool
    /// What the net is called that reads; nil where another engine does.
    var net: String?
    var wantsColour = false
    /// The file of Tesseract's model; nil where another engine reads.
    var model: String?
    /// What its readings are worth; nil where that was never measured.
    var probability: Probability.Scale?
    /// The least height of characters that it reads well, in pixels; nil for that of most engines.
    var suitedTextHeight: Double?
    /// - Parameters:
    ///   - runtime: ONNX Runtime, loaded when it is first asked for.
    ///   - bare: whether a net reads a plate once, in its bare outline, as its makers' tools do.
    let make: @Sendable (_ runtime: () throws -> ONNXRuntime, _ bare: Bool) throws -> any OCREngine
}
