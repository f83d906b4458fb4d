import Engines
import Service

#if canImport(Glibc)
    import Glibc
#endif

extension Installation {
    /// What is installed with the program that runs.
    static var ofThisProgram: Installation {
        Installation(
            executable: ProcessArguments.executable ?? ProcessArguments.all.first ?? "plated",
            dataFolders: getenv("XDG_DATA_DIRS").map { String(cString: $0) })
    }
}
