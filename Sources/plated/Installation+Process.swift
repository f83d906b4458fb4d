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
    ///
    /// It hands the unit's folders over in the order of their names, whatever their order in the unit is.
    static var stateFolder: String? {
        let own = stateFolders.filter { !isOfEvidence($0) }
        return own.first { !isOfKey($0) } ?? own.first
    }

    /// Where the shipped unit lets a camera keep its evidence: `/var/lib/plated/evidence/<camera>`; nil without it.
    static var evidenceFolder: String? { stateFolders.first(where: isOfEvidence) }

    /// Where the shipped unit keeps the key of all cameras: `/var/lib/plated/key`; a camera's own folder without it.
    static var keyFolder: String? { stateFolders.first { isOfKey($0) && !isOfEvidence($0) } ?? stateFolder }

    /// What systemd takes away when the service stops, and keeps while it restarts; nil without it.
    static var runtimeFolder: String? {
        getenv("RUNTIME_DIRECTORY").flatMap { String(cString: $0).split(separator: ":").first.map(String.init) }
    }

    private static func isOfEvidence(_ folder: String) -> Bool {
        folder.split(separator: "/").dropLast().last == "evidence"
    }

    private static func isOfKey(_ folder: String) -> Bool { folder.split(separator: "/").last == "key" }

    private static var stateFolders: [String] {
        getenv("STATE_DIRECTORY").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
    }
}
