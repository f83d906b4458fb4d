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

    /// Where systemd lets a service keep what it is to remember; nil without systemd.
    static var stateFolder: String? {
        getenv("STATE_DIRECTORY").flatMap { String(cString: $0).split(separator: ":").first.map(String.init) }
    }
}
