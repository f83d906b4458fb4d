import ALPR
import CameraConfiguration
import ONNXNets

extension Engine {
    /// The reader whose readings were measured.
    static let measuredReader = "cct-xs-v2-global"

    /// A net that reads whole plates, on ONNX Runtime.
    static let neural = Engine(readsRows: false) { configuration, installation, _ in
        let neural = configuration.neural
        let net = try NetFiles(installation: installation).reader(neural.reader)
        return EngineRecipe(
            isKnown: !NetFiles.isPath(neural.reader), wantsColour: net.description.colourMode == .rgb,
            probability: neural.reader == measuredReader ? .neural : nil
        ) { runtime, bare in
            try PlateNet(
                net.path, description: net.description, runtime: runtime(), threads: neural.threads,
                views: bare ? PlateView.bare : PlateView.all)
        }
    }
}
