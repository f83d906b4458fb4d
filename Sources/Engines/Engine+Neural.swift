import ALPR
import CameraConfiguration
import ONNXNets

extension Engine {
    /// The readers whose readings were measured.
    static let measuredReaders = [Configuration.Neural.shipped, NetFiles.publishedReader]

    /// A net that reads whole plates, on ONNX Runtime.
    static let neural = Engine(readsRows: false) { configuration, installation, _ in
        let neural = configuration.neural
        let net = try NetFiles(installation: installation).reader(neural.reader)
        return EngineRecipe(
            isKnown: !NetFiles.isPath(net.name), net: net.name, wantsColour: net.description.colourMode == .rgb,
            probability: measuredReaders.contains(net.name) ? .neural : nil
        ) { runtime, bare in
            try PlateNet(
                net.net, description: net.description, runtime: runtime(), threads: neural.threads,
                views: bare ? PlateView.bare : PlateView.all)
        }
    }
}
