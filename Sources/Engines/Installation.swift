import ModelStore

#if canImport(Glibc)
    import Glibc
#endif

/// Paths of the program's own files: the plate model, the nets, the countries' formats and the catalogue of nets.
///
/// Looked for beside an installed binary (`../share/plated`), in the data folders of the system (`$XDG_DATA_DIRS`, or `/usr/local/share`
/// and `/usr/share`), and, when the program runs from its build folder, in the source tree above it.
public struct Installation: Sendable {
    public let model: String?
    /// The net that finds plates.
    public let detector: String?
    /// The net that reads plates; its description lies beside it.
    public let reader: String?
    /// The net that finds the corners of plates.
    public let outline: String?
    public let formats: String?
    /// Of the nets that can be installed.
    public let catalogue: String?
    public let modelFolders: ModelFolders
    /// The script that installs ONNX Runtime.
    public let runtimeInstaller: String?
    /// The folders above the program, the nearest first; one of them is the source tree where it runs from its build folder.
    public let roots: [String]

    /// - Parameters:
    ///   - executable: path of the program.
    ///   - dataFolders: $XDG_DATA_DIRS; nil where it is not set.
    public init(executable: String, dataFolders: String? = nil) {
        let folder = Self.parent(of: executable)
        let dataFolders = Self.folders(dataFolders ?? "")
        let shares = ([folder + "/../share"] + dataFolders).map { $0 + "/plated" }
        var tree = folder
        var roots: [String] = []
        while !tree.isEmpty, tree != "/" {
            roots.append(tree)
            tree = Self.parent(of: tree)
        }
        self.roots = roots
        // The source tree first: whoever builds wants what stands beside it.
        func shipped(_ name: String) -> String? {
            let places = roots.map { "\($0)/models/\(name)" } + shares.map { "\($0)/\(name)" }
            return places.first { RegularFile.objection(to: $0) == nil }
        }
        model = shipped("plate.traineddata")
        detector = shipped("detector.onnx")
        reader = shipped("reader.onnx")
        outline = shipped("outline.onnx")
        formats = Self.first(of: roots.map { $0 + "/config/formats" } + shares.map { $0 + "/formats" })
        catalogue = Self.first(of: (roots + shares).map { $0 + "/models/catalogue.yaml" })
        // What root installs is in a folder that is searched.
        let shared = dataFolders.contains("/usr/local/share") ? "/usr/local/share" : dataFolders[0]
        modelFolders = ModelFolders(shares: shares, shared: shared + "/plated/models")
        runtimeInstaller = Self.first(
            of: roots.map { $0 + "/scripts/install-onnxruntime" } + shares.map { $0 + "/install-onnxruntime" })
    }

    /// Those that are absolute, as the XDG Base Directory Specification has it, without the slash at their end.
    private static func folders(_ list: String) -> [String] {
        let folders = list.split(separator: ":").filter { $0.hasPrefix("/") }.map { folder in
            String(folder[..<(folder.lastIndex { $0 != "/" }.map(folder.index(after:)) ?? folder.startIndex)])
        }
        return folders.isEmpty ? ["/usr/local/share", "/usr/share"] : folders
    }

    private static func first(of paths: [String]) -> String? {
        paths.first { access($0, R_OK) == 0 }
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}
