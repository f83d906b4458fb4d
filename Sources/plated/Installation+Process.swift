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
    static var stateFolder: String? { stateFolders.first }

    /// Where the shipped unit lets a camera keep its evidence: `/var/lib/plated/evidence/<camera>`; nil without it.
    static var evidenceFolder: String? {
        stateFolders.first { $0.split(separator: "/").dropLast().last == "evidence" }
    }

    private static var stateFolders: [String] {
        getenv("STATE_DIRECTORY").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
    }
}
