import Addresses

#if canImport(Glibc)
    import Glibc
#endif

/// Keeps a password that came in a URL on the command line out of `ps`.
///
/// Whoever looks in the first hundredth of a second still sees it; the configuration or the environment is the place for it.
package enum CommandLineSecrets {
    /// Overwrites the secrets in the process's own arguments, in place, with stars; returns the arguments as they were.
    package static func hide() -> [String] {
        let arguments = ProcessArguments.all
        for index in 1..<max(1, ProcessArguments.count) {
            guard let argument = ProcessArguments.inPlace?[index] else { continue }
            let bytes = (0..<strlen(argument)).map { UInt8(bitPattern: argument[$0]) }
            for range in SourceAddress.secrets(in: bytes) {
                for offset in range { argument[offset] = CChar(UInt8(ascii: "*")) }
            }
        }
        return arguments
    }
}
