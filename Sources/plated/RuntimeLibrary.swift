#if canImport(Glibc)
    import Glibc
#endif

/// Where ONNX Runtime's shared library may be; nothing is loaded here.
struct RuntimeLibrary {
    /// What Debian 13's package provides, found by the loader.
    static let soname = "libonnxruntime.so.1"

    private static let installed = ["/usr/local/lib/plated/onnxruntime", "/usr/lib/plated/onnxruntime"]

    /// Folders that scripts/install-onnxruntime installs to, that of the source tree first.
    let environments: [String]

    init(installation: Installation = Installation(), environments: [String] = installed) {
        self.environments = installation.roots.map { $0 + "/.onnxruntime" } + environments
    }

    /// What to give to dlopen, in turn: the configured path alone where there is one, else the loader's, then those of the
    /// environments that are there, the newest of each first.
    func candidates(configured: String? = nil) -> [String] {
        if let configured { return [configured] }
        return [Self.soname] + environments.flatMap(Self.libraries)
    }

    private static func libraries(in environment: String) -> [String] {
        paths(environment + "/lib/python3*/site-packages/onnxruntime/capi/libonnxruntime.so.*")
            .sorted { version(of: $1).lexicographicallyPrecedes(version(of: $0)) }
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
