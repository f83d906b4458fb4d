import CONNXRuntime

#if canImport(Glibc)
    import Glibc
#endif

/// ONNX Runtime's library, loaded while the program runs: the program builds and starts without it.
///
/// Loaded once and kept for as long as the process runs; sessions are made, used and released on one queue.
public final class ONNXRuntime {
    /// The library's own version, such as `1.21.0`.
    public let version: String
    /// The path it was loaded from, or the name the loader found it by.
    public let library: String

    let api: plated_ort_api
    let environment: OpaquePointer
    let memory: OpaquePointer
    let allocator: OpaquePointer

    /// Loads the first of the libraries that is there.
    ///
    /// - Parameters:
    ///   - libraries: paths, or names that the system's loader looks for; the first one that can be loaded is taken.
    ///   - installer: the command that installs it, for the message where it is not there.
    public init(
        libraries: [String], installer: String? = nil
    ) throws(ONNXError) {
        let action = "loading ONNX Runtime"
        Self.silence()
        guard let (library, handle) = Self.load(libraries) else {
            throw ONNXError(
                action: action,
                reason: Self.absence(of: libraries, installer: installer ?? "scripts/install-onnxruntime"),
                isAbsence: !libraries.contains(where: Self.isThere))
        }
        self.library = library
        guard let symbol = dlsym(handle, "OrtGetApiBase") else {
            throw ONNXError(action: action, reason: "\(library) is another library: it has no OrtGetApiBase")
        }
        guard let base = unsafeBitCast(symbol, to: plated_ort_entry.self)(),
            let api = base.pointee.api(plated_ort_version)
        else {
            throw ONNXError(
                action: action,
                reason: "\(library) has no version \(plated_ort_version) of its interface: it is too old")
        }
        let table = api.pointee
        version = base.pointee.version().map { String(cString: $0) } ?? "unknown"
        self.api = table
        environment = try table.made(action) { table.create_environment(plated_ort_warning, "plated", $0) }
        try table.check(table.disable_telemetry(environment), action)
        memory = try table.made(action) {
            table.create_cpu_memory(plated_ort_arena, plated_ort_default_memory, $0)
        }
        allocator = try table.made(action) { table.default_allocator($0) }
        // Nets run one after the other: one arena for all of them takes 3.5 MB less than one each. It is the process's; who comes second is
        // told that it is there, and shares it.
        if let outcome = table.register_allocator(environment, memory, nil) { table.release_status(outcome) }
    }

    deinit {
        api.release_memory(memory)
        api.release_environment(environment)
    }

    /// Official builds from 1.29 on send to Microsoft what runs on which machine, and keep a number of the machine in the user's cache. It is
    /// told by the environment alone that they must not, before they are loaded: by the time the interface can say so something has been sent.
    private static func silence() {
        // The name changed.
        for name in ["ORT_DISABLE_TELEMETRY", "ORT_TELEMETRY_DISABLED"] { setenv(name, "1", 1) }
    }

    /// The library stays loaded: its threads and its statics do not take being unloaded.
    private static func load(_ libraries: [String]) -> (String, UnsafeMutableRawPointer)? {
        for library in libraries {
            if let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL) { return (library, handle) }
        }
        return nil
    }

    private static func isThere(_ library: String) -> Bool {
        library.contains("/") && access(library, F_OK) == 0
    }

    private static func absence(of libraries: [String], installer: String) -> String {
        if let isThere = libraries.first(where: isThere) {
            _ = dlopen(isThere, RTLD_NOW | RTLD_LOCAL)
            let reason = dlerror().map { String(cString: $0) } ?? "it cannot be loaded"
            return "\(isThere) is no library that can be loaded here (\(reason))"
        }
        return "it is not installed; looked for \(libraries.joined(separator: ", "))."
            + " Install it with \(installer) (Debian 13: apt install libonnxruntime1.21), set"
            + " neural.runtime to its path, or use engine: tesseract"
    }
}

extension plated_ort_api {
    /// Throws what a call says went wrong.
    func check(_ outcome: plated_ort_outcome?, _ action: String) throws(ONNXError) {
        guard let outcome else { return }
        defer { release_status(outcome) }
        throw ONNXError(action: action, reason: message(outcome).map { String(cString: $0) } ?? "no reason given")
    }

    /// What a call makes.
    func made(
        _ action: String, _ make: (UnsafeMutablePointer<OpaquePointer?>) -> plated_ort_outcome?
    ) throws(ONNXError) -> OpaquePointer {
        var result: OpaquePointer?
        try check(make(&result), action)
        guard let result else { throw ONNXError(action: action, reason: "ONNX Runtime gave nothing") }
        return result
    }
}
