import Basics
import CameraSetup
import HTTPTypes
import Records

#if canImport(Glibc)
    import Glibc
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files of this machine's cameras, as the hub may read them.
struct CameraFolder {
    let path: String

    /// In bytes.
    private static let limit = 1 << 20

    /// Files that lie beside those of cameras: the hub's, that of a centre's sites, and that of `plated pictures`.
    private static let notCameras: Set = ["hub", "sites", "pictures"]

    /// The cameras that have a file whose name a page can have.
    var names: [String] { allNames.filter(SetupName.fits) }

    /// The cameras that have a file whose name no page can have: they are set up by hand.
    var others: [String] {
        allNames.filter { CameraName.fits($0) && !SetupName.fits($0) && !Self.notCameras.contains($0) }
    }

    private var allNames: [String] {
        let files: [String]
        // A folder that is not there has no cameras.
        do { files = try FileManager.default.contentsOfDirectory(atPath: path) } catch { return [] }
        return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    }

    /// Empty of a camera that has none.
    func text(of camera: String) throws(RequestProblem) -> String {
        let descriptor = open("\(path)/\(camera).yaml", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return ""
            case ELOOP:
                throw RequestProblem(
                    .unprocessableContent, "\(camera).yaml is a link: it is changed where it leads to.")
            default:
                throw RequestProblem(
                    .unprocessableContent,
                    "\(camera).yaml cannot be read by the hub: \(String(cString: strerror(errno))).")
            }
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= Self.limit {
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        guard bytes.count <= Self.limit, let text = String(validating: bytes, as: UTF8.self) else {
            throw RequestProblem(.unprocessableContent, "\(camera).yaml is no text in UTF-8, or larger than 1 MiB.")
        }
        return text
    }

    func file(of camera: String) throws(RequestProblem) -> CameraFile {
        let text = try text(of: camera)
        if text.isEmpty { return .none }
        do { return try CameraFile(text) } catch {
            let line = error.problem.line.map { ":\($0)" } ?? ""
            throw RequestProblem(
                .unprocessableContent, "\(camera).yaml\(line): \(error.problem.message). Mend it on the machine first.")
        }
    }
}
