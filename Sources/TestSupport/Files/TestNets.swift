import Foundation

/// What the tests of nets take: ONNX Runtime, and small nets made for them (Tests/Nets/make.py).
public enum TestNets {
    public static func path(_ name: String) -> String { repository + "/Tests/Nets/" + name }

    /// The detector that comes with plated.
    public static let shippedDetector = repository + "/models/detector.onnx"

    /// The reader that comes with plated; its description lies beside it.
    public static let shippedReader = repository + "/models/reader.onnx"

    /// The net that comes with plated and finds corners.
    public static let shippedOutline = repository + "/models/outline.onnx"

    /// The model that comes with plated.
    public static let plateModel = repository + "/models/plate.traineddata"

    /// Where scripts/install-onnxruntime put it, else where the loader looks.
    public static let libraries: [String] = {
        let environment = repository + "/.onnxruntime/lib"
        let pythons = (try? FileManager.default.contentsOfDirectory(atPath: environment)) ?? []
        let folders = pythons.map { "\(environment)/\($0)/site-packages/onnxruntime/capi" }
        return folders.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
                .filter { $0.hasPrefix("libonnxruntime.so.") }.map { "\(folder)/\($0)" }
        } + ["libonnxruntime.so.1"]
    }()

    public static let hasRuntime = libraries.contains { path in
        guard let handle = dlopen(path, RTLD_NOW) else { return false }
        dlclose(handle)
        return true
    }

    public static let needed = "needs ONNX Runtime: scripts/install-onnxruntime"

    /// The public nets, where they lie beside the project.
    public static let published =
        (ProcessInfo.processInfo.environment["PLATED_MODELS"] ?? repository + "/../shared/models") + "/"
    public static let hasPublished = FileManager.default.fileExists(atPath: published + "cct_xs_v2_global.onnx")
}
