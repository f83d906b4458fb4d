import Basics
import ONNXNets

#if canImport(Glibc)
    import Glibc
#endif

/// Finds the places where ONNX Runtime's shared library may be, and loads it from one.
struct RuntimeLibrary {
    /// The name by which the loader finds it.
    static let soname = "libonnxruntime.so.1"

    private static let installed = ["/usr/local/lib/plated/onnxruntime", "/usr/lib/plated/onnxruntime"]
    /// Debian 13's library is named `libonnxruntime.so.1.21`, by which the loader finds no other version.
    private static let system = ["/usr/local/lib", "/usr/lib/*-linux-gnu", "/usr/lib", "/usr/lib64"]

    /// Folders that scripts/install-onnxruntime installs to, that of the source tree first.
    let environments: [String]
    /// Folders of the system's libraries, as shell patterns.
    let system: [String]

    init(
        installation: Installation, environments: [String] = installed, system: [String] = system
    ) {
        self.environments = installation.roots.map { $0 + "/.onnxruntime" } + environments
        self.system = system
    }

    /// What to give to dlopen, in turn: the configured path alone where there is one, else the loader's, then those of the
    /// environments that are there, then the system's, the newest of each first.
    func candidates(configured: String? = nil) -> [String] {
        if let configured { return [configured] }
        return [Self.soname]
            + environments.flatMap { Self.libraries($0 + "/lib/python3*/site-packages/onnxruntime/capi") }
            + system.flatMap(Self.libraries)
    }

    /// Loads the first of the candidates that can be. What is no regular file is passed over: the loader would wait for a pipe.
    static func load(_ candidates: [String], installer: String?) throws -> ONNXRuntime {
        let odd = candidates.filter {
            $0.contains("/") && access($0, F_OK) == 0 && RegularFile.objection(to: $0) != nil
        }
        if let path = odd.first, odd == candidates, let objection = RegularFile.objection(to: path) {
            throw Failure(.configuration, while: "loading ONNX Runtime from \(path)", because: objection)
        }
        return try ONNXRuntime(libraries: candidates.filter { !odd.contains($0) }, installer: installer)
    }

    /// The libraries in the folders that match a shell pattern.
    private static func libraries(_ folders: String) -> [String] {
        paths(folders + "/libonnxruntime.so.1.*").sorted { version(of: $1).lexicographicallyPrecedes(version(of: $0)) }
    }

    /// The numbers after `.so.`.
    private static func version(of path: String) -> [Int] {
        path.split(separator: "/").last.map { $0.split(separator: ".").compactMap { Int($0) } } ?? []
    }

    /// The files that match a shell pattern.
    private static func paths(_ pattern: String) -> [String] {
        var matches = glob_t()
        defer { globfree(&matches) }
        guard glob(pattern, GLOB_NOSORT, nil, &matches) == 0 else { return [] }
        return (0..<Int(matches.gl_pathc)).compactMap { matches.gl_pathv[$0].map { String(cString: $0) } }
    }
}
