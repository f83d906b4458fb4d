import Foundation

/// What the tests of nets take: ONNX Runtime, and small nets made for them (Nets/make.py).
enum Nets {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    private static let repository = tests.deletingLastPathComponent().deletingLastPathComponent().path

    static func path(_ name: String) -> String { tests.appending(path: "Nets/\(name)").path }

    /// Where scripts/install-onnxruntime put it, else where the loader looks.
    static let libraries: [String] = {
        let environment = repository + "/.onnxruntime/lib"
        let pythons = (try? FileManager.default.contentsOfDirectory(atPath: environment)) ?? []
        let folders = pythons.map { "\(environment)/\($0)/site-packages/onnxruntime/capi" }
        return folders.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
                .filter { $0.hasPrefix("libonnxruntime.so.") }.map { "\(folder)/\($0)" }
        } + ["libonnxruntime.so.1"]
    }()

    static let hasRuntime = libraries.contains { path in
        guard let handle = dlopen(path, RTLD_NOW) else { return false }
        dlclose(handle)
        return true
    }

    static let needed = "needs ONNX Runtime: scripts/install-onnxruntime"

    /// The public nets, where they lie beside the project.
    static let shared = (ProcessInfo.processInfo.environment["PLATED_MODELS"] ?? repository + "/../shared/models") + "/"
    static let hasShared = FileManager.default.fileExists(atPath: shared + "cct_xs_v2_global.onnx")
}
