import CProcess

#if canImport(Glibc)
    import Glibc
#endif

/// The words this process was started with. In place of `CommandLine`, which finds none where there is no /proc.
package enum ProcessArguments {
    /// The process's own memory, ended by nil.
    package static var inPlace: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { plated_arguments() }

    package static var count: Int { Int(plated_argument_count()) }

    /// With the program's name first; empty where somebody started it without one.
    package static var all: [String] {
        (0..<count).compactMap { index in inPlace?[index].map { String(cString: $0) } }
    }

    /// Starts the program again, in this very process and with the same words. Returns where the system refuses.
    package static func startAgain() {
        guard let inPlace else { return }
        // By its own path: started as /proc/self/exe, the process would be called `exe` in ps and top.
        if let path = executable { execv(path, inPlace) }
        // The file was replaced or deleted meanwhile, as by an update.
        execv("/proc/self/exe", inPlace)
    }

    /// The path this program lies at, also without /proc; nil where nobody knows.
    package static var executable: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        if length > 0 {
            return String(decoding: buffer.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return plated_started_path().map { String(cString: $0) }
    }
}
