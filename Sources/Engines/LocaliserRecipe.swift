import ALPR
import CameraConfiguration
import ONNXNets

/// A localiser whose files have been found, and how it is made: on the queue that uses it.
struct LocaliserRecipe: Sendable {
    /// Whether it is what plated ships or has in its catalogue: only that has to find the canary.
    let isKnown: Bool
    let wantsColour: Bool
    /// The file of the net that finds plates; nil where rows do.
    let net: String?

    private let settings: Configuration.Neural
    private let readsRows: Bool
    /// Whether rows are looked for, too, where nothing was read that the net found.
    private let hasSecond: Bool

    /// Finds the files of the localiser that a configuration names, or of the one that suits its engine.
    init(_ configuration: Configuration, installation: Installation) throws {
        settings = configuration.neural
        readsRows = Engine.of(configuration.engine).readsRows
        let findsRows =
            switch configuration.localiser {
            case .rows: true
            case .neural: false
            case .auto: readsRows
            }
        hasSecond = configuration.localiser == .auto
        guard !findsRows else {
            (isKnown, wantsColour, net) = (true, false, nil)
            return
        }
        let path = try NetFiles(installation: installation).detector(settings.detector)
        isKnown = !NetFiles.isPath(settings.detector)
        // The one that comes with plated is grey.
        wantsColour = path != installation.detector
        net = path
    }

    /// - Parameters:
    ///   - runtime: ONNX Runtime, loaded when it is first asked for.
    ///   - bare: whether a net finds whatever it can, as its makers' tools do.
    func make(
        _ recognition: Recogniser.Settings, runtime: () throws -> ONNXRuntime, bare: Bool
    ) throws -> any PlateLocaliser {
        let rows = RowLocaliser(settings: .init(minimumTextHeight: recognition.foundTextHeight))
        guard let net else { return rows }
        let detector = try PlateDetector(
            net, runtime: runtime(), threads: settings.threads, minimumScore: settings.minimumScore,
            minimumTextHeight: bare ? 0 : recognition.foundTextHeight)
        // What reads rows has to be shown them.
        if readsRows { return RowedLocaliser(detector) }
        return hasSecond && !bare ? PairedLocaliser(detector, then: rows) : detector
    }
}
