import ALPR
import CameraConfiguration
import ONNXNets

extension Engine {
    /// Of the readers whose readings were measured: how probable their texts are.
    static func probability(of reader: String) -> Probability.Scale? {
        switch reader {
        case Configuration.Neural.shipped: .ownNeural
        case NetFiles.publishedReader: .neural
        default: nil
        }
    }

    /// In pixels: nets read plates of the public clips from here on, and no wrong text (BENCHMARKS.md, the least height of characters).
    private static let suitedTextHeight = 8.5

    /// A net that reads whole plates, on ONNX Runtime.
    static let neural = Engine(readsRows: false) { configuration, installation, _ in
        let neural = configuration.neural
        let files = NetFiles(installation: installation)
        let net = try files.reader(neural.reader)
        let outline = try files.outline(for: net.name)
        return EngineRecipe(
            isKnown: !NetFiles.isPath(net.name), net: net.name, wantsColour: net.description.colourMode == .rgb,
            probability: probability(of: net.name), suitedTextHeight: suitedTextHeight
        ) { runtime, bare in
            let runtime = try runtime()
            let outlines =
                try bare
                ? nil : outline.map { try OutlineNet($0, runtime: runtime, threads: neural.threads) }
            return try PlateNet(
                net.net, further: net.further, description: net.description, runtime: runtime,
                threads: neural.threads, outlines: outlines, views: bare ? PlateView.bare : nil)
        }
    }
}
