import CameraSetup
import HTTPTypes
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The files of this machine's cameras, as the hub may read them.
struct CameraFolder {
    let root: CameraPlaces.Root

    /// In bytes.
    private static let limit = 1 << 20

    /// Empty of a camera that has none.
    func text(of camera: CameraID) throws(RequestProblem) -> String {
        let places = CameraPlaces(camera, root)
        let name = places.configurationName
        let descriptor = open(places.configuration, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return ""
            case ELOOP:
                throw RequestProblem(
                    .unprocessableContent, "\(name) is a link: it is changed where it leads to.")
            default:
                throw RequestProblem(
                    .unprocessableContent,
                    "\(name) cannot be read by the hub: \(String(cString: strerror(errno))).")
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
            throw RequestProblem(.unprocessableContent, "\(name) is no text in UTF-8, or larger than 1 MiB.")
        }
        return text
    }

    func file(of camera: CameraID) throws(RequestProblem) -> CameraFile {
        let text = try text(of: camera)
        if text.isEmpty { return .none }
        do { return try CameraFile(text) } catch {
            let line = error.problem.line.map { ":\($0)" } ?? ""
            throw RequestProblem(
                .unprocessableContent,
                "\(CameraPlaces(camera, root).configurationName)\(line): \(error.problem.message). Mend it on the machine first."
            )
        }
    }
}
