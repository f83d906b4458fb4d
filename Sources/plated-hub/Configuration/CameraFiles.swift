import Records
import Settings

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#endif

/// The files of this machine's cameras, as they were when a command or the hub began: which camera each is of.
///
/// A service's folders are called by its file, and its records by the camera: two names, where the file says `camera:`.
struct CameraFiles: Equatable, Sendable {
    /// Files looked at, at most.
    private static let most = 1000

    /// One that says how to reach a camera.
    private struct File: Equatable, Sendable {
        /// Without `.yaml`, as systemd calls the instance.
        let name: String
        let camera: String
        /// Sections that name a folder of their own.
        let placed: Set<String>
    }

    /// In the order of their names.
    private var all: [File] = []
    /// By their cameras. Of several files with one camera the one that is called by it, or else the first: `plated check` tells of them.
    private var files: [String: File] = [:]

    init() {}

    init(folder: String, environment: [String: String]) {
        let found: [String]
        // A folder that cannot be listed has nothing to tell.
        do { found = try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return }
        let yaml = found.filter { $0.hasSuffix(".yaml") }.sorted().prefix(Self.most)
        for path in yaml.map({ "\(folder)/\($0)" }) {
            do throws(Problem) {
                if let file = try Self.file(path, environment) { all.append(file) }
            } catch {
                if let name = CameraName.ofFile(path), CameraName.fits(name), name != "hub" { broken.insert(name) }
            }
        }
        for file in all where files[file.camera] == nil || file.name == file.camera { files[file.camera] = file }
    }

    /// Names of files that say nothing, since they cannot be read: what is wrong with them is their scanner's own.
    private(set) var broken: Set<String> = []

    /// Of all files, also of those that share a camera.
    var names: [String] { all.map(\.name) }

    /// Of all of them, each once.
    var cameras: [String] { files.keys.sorted() }

    /// Tells the files of a folder from what they were before.
    static func stamp(folder: String) -> [String] {
        let found: [String]
        // A folder that cannot be listed has no cameras.
        do { found = try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return [] }
        return found.filter { $0.hasSuffix(".yaml") }.sorted().map { name in
            var status = stat()
            guard stat("\(folder)/\(name)", &status) == 0 else { return name }
            let time = status.st_mtim
            return "\(name) \(status.st_ino) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)"
        }
    }

    /// What a camera's file is called; the camera's own name where no file is known to be its.
    func name(of camera: String) -> String { files[camera]?.name ?? camera }

    /// The camera of a file, or of what is called by one; that name itself where there is no such file.
    func camera(of name: String) -> String { all.first { $0.name == name }?.camera ?? name }

    /// The camera of a log, as far as its name tells: a service's is called by its file.
    func camera(ofLog path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return camera(of: String(name.hasSuffix(".ndjson") ? name.dropLast(7) : name))
    }

    /// What a camera's folder is called in that of all cameras.
    ///
    /// - Parameter section: of the camera's file. Where that names a folder itself, it lies elsewhere, and this hub's settings have to say
    ///   where.
    func folder(of camera: String, _ section: String) -> String {
        guard let file = files[camera], !file.placed.contains(section) else { return camera }
        return file.name
    }

    /// Nil of what is no camera's, such as the hub's own.
    private static func file(_ path: String, _ environment: [String: String]) throws(Problem) -> File? {
        guard let name = CameraName.ofFile(path) else { return nil }
        var status = stat()
        // The hub does not wait for what a pipe or a device may say.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let root = try YAMLFile.root(of: YAMLFile.text(of: path), file: path)
        // What is wrong with it is the scanner's own.
        let reader = MappingReader(root, findings: .init(file: path, environment: environment))
        guard reader.has("source") || reader.has("camera") else { return nil }
        var camera = name
        reader.string("camera", into: &camera)
        var placed: Set<String> = []
        for section in ["evidence", "missed"] {
            reader.section(section) { if $0.has("folder") { placed.insert(section) } }
        }
        return CameraName.fits(camera) ? File(name: name, camera: camera, placed: placed) : nil
    }
}
