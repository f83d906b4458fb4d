#if canImport(Glibc)
    import Glibc
#endif

/// The folders in which nets are looked for, and the one that they are installed to. Each net has a folder of its own below.
public struct ModelFolders: Equatable, Sendable {
    /// What an administrator installs: a service with DynamicUser= and ProtectHome= may read it, and no package owns it.
    public static let shared = "/usr/local/share/plated/models"

    /// In the order in which they are searched.
    public let all: [String]
    /// Where to install to, unless told otherwise.
    public let standard: String

    /// - Parameters:
    ///   - shares: other folders with files of the program, such as /usr/share/plated.
    ///   - home: the user's; nil for root, whose nets are everybody's.
    ///   - dataHome: $XDG_DATA_HOME.
    ///   - shared: what an administrator installs to.
    public init(shares: [String], home: String?, dataHome: String?, shared: String = Self.shared) {
        var own: String?
        if let home {
            // An XDG folder that is not absolute is to be ignored: XDG Base Directory Specification.
            let data = dataHome.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
            own = data + "/plated/models"
        }
        standard = own ?? shared
        var all: [String] = []
        for folder in [own, shared].compactMap({ $0 }) + shares.map({ $0 + "/models" })
        where !all.contains(folder) {
            all.append(folder)
        }
        self.all = all
    }

    /// A folder that somebody named: no other is looked in.
    public init(only folder: String) {
        all = [folder]
        standard = folder
    }

    /// This process's.
    public init(shares: [String], shared: String) {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        self.init(
            shares: shares, home: geteuid() == 0 ? nil : variable("HOME"), dataHome: variable("XDG_DATA_HOME"),
            shared: shared)
    }

    /// The installed net of this model: in the first folder that has all its files, judged by their sizes alone.
    ///
    /// - Throws: `ModelStoreError` where there is none, with how to install it.
    public func installed(_ model: Model) throws(ModelStoreError) -> InstalledModel {
        for folder in all {
            let installed = InstalledModel(model, in: folder)
            if installed.hasItsSizes { return installed }
        }
        throw ModelStoreError(
            .missing, "looking for the net \(model.name)", "it is not installed in \(all.joined(separator: ", "))",
            "To install it: plated models install \(model.name)")
    }
}
