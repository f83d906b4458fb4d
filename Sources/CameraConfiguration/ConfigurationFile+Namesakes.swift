import Records
import Settings
import Yams

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ConfigurationFile {
    /// Files looked at, at most: `check` may be run in any folder.
    private static let mostNeighbours = 1000

    /// The names of other configurations in the same folder whose camera has the same name.
    public var namesakes: [String] {
        guard let own = path.split(separator: "/").last.map(String.init), CameraName.ofFile(path) != nil,
            CameraName.fits(configuration.camera)
        else {
            return []
        }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "./"
        let names: [String]
        // A folder that cannot be listed has nothing to tell.
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return [] }
        return names.filter { $0 != own && ($0.hasSuffix(".yaml") || $0.hasSuffix(".yml")) }.sorted()
            .prefix(Self.mostNeighbours).filter { Self.camera(of: folder + $0) == configuration.camera }
    }

    /// Nil of what is no YAML.
    private static func camera(of path: String) -> String? {
        do {
            guard let root = try YAMLFile.root(of: YAMLFile.text(of: path), file: path)?.mapping else { return nil }
            return root["camera"]?.string ?? CameraName.ofFile(path)
        } catch { return nil }
    }
}
