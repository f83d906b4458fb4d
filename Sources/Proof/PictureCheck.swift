import Records

#if canImport(Glibc)
    import Glibc
#endif

/// Holds the pictures that a log names against the files in a folder of evidence.
struct PictureCheck {
    private let folder: String
    private(set) var whole = 0
    private(set) var findings: [Finding] = []
    private var absent: [(time: WallTime, place: Place, path: String)] = []
    /// Of the pictures that are here, the one that retention takes first.
    private var oldest: String?

    init(folder: String) {
        self.folder = folder
    }

    /// - Parameter line: of an event.
    mutating func look(at line: [UInt8], place: Place) {
        guard let event = Self.event(line), let evidence = event.evidence else { return }
        for file in [evidence.crop, evidence.scene].compactMap({ $0 }) {
            look(at: file, of: event, place: place)
        }
    }

    private mutating func look(at file: PlateEvidence.File, of event: PlateEvent, place: Place) {
        let parts = file.path.split(separator: "/", omittingEmptySubsequences: false)
        guard !file.path.isEmpty, !parts.contains(".."), parts.first != "" else {
            findings.append(Finding(.pictureMissing, at: place, "names a picture outside of the folder: \(file.path)"))
            return
        }
        // Of one camera, or of all.
        let inner = CameraID(event.camera).map { CameraPlaces($0, .folder(folder)).evidence }
        let paths = [folder, inner].compactMap { $0.map { "\($0)/\(file.path)" } }
        guard let path = paths.first(where: { access($0, F_OK) == 0 }) else {
            absent.append((event.time, place, file.path))
            return
        }
        oldest = min(oldest ?? file.path, file.path)
        guard let digest = Self.digest(of: path) else {
            findings.append(Finding(.unreadable, at: place, "the picture \(path) cannot be read"))
            return
        }
        if digest.description == file.sha256 {
            whole += 1
        } else {
            findings.append(Finding(.pictureChanged, at: place, "the picture \(path) is not the one that was written"))
        }
    }

    /// What is missing of a log, told once all of its files are known: retention takes the oldest first, and nothing newer than what is there.
    /// It goes by the names: a path is the hour, the event's identifier, and then crop before scene.
    static func missing(of checks: [PictureCheck]) -> (findings: [Finding], note: String?) {
        let absent = checks.flatMap(\.absent)
        guard let first = absent.first else { return ([], nil) }
        guard let oldest = checks.compactMap(\.oldest).min() else {
            let count = absent.count == 1 ? "the picture" : "all \(absent.count) pictures"
            let folder = checks.first?.folder ?? ""
            return (
                [Finding(.pictureMissing, at: first.place, "\(count) of this log are missing in \(folder)")], nil
            )
        }
        let findings = absent.filter { $0.path > oldest }.map {
            Finding(.pictureMissing, at: $0.place, "the picture \($0.path) is missing, and older ones are there")
        }
        let gone = absent.filter { $0.path < oldest }
        guard let last = gone.map(\.time).max() else { return (findings, nil) }
        let count = gone.count == 1 ? "1 picture is" : "\(gone.count) pictures are"
        return (findings, "\(count) gone, the newest of \(last), as retention takes them")
    }

    private static func event(_ line: [UInt8]) -> PlateEvent? {
        do throws(LineFault) {
            guard case .plate(let event) = try Record(line: line) else { return nil }
            return event
        } catch {
            return nil
        }
    }

    private static func digest(of path: String) -> Digest? {
        do { return try Digest(ofFile: path) } catch { return nil }
    }
}
