import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The files of a net below one folder, where they are or would be.
public struct InstalledModel: Equatable, Sendable {
    public enum State: Equatable, Sendable {
        case absent
        /// Downloaded in part: so many bytes.
        case partial(Int)
        case installed
        /// Why.
        case damaged(String)
    }

    public let model: Model
    /// The net's own.
    public let folder: String

    public init(_ model: Model, in folder: String) {
        self.model = model
        self.folder = folder + "/" + model.name
    }

    public func path(of file: Model.File) -> String { folder + "/" + file.name }

    /// The net itself.
    public var net: String? { path(ending: ".onnx") }

    /// What describes the net: alphabet, slots, size of the picture.
    public var settings: String? { path(ending: ".yaml") }

    private func path(ending suffix: String) -> String? {
        model.files.first { $0.name.hasSuffix(suffix) }.map(path)
    }

    /// Whether all files are there with their sizes.
    var hasItsSizes: Bool { model.files.allSatisfy { Self.size(of: path(of: $0)) == $0.size } }

    /// Reads every file to its end.
    public func state() -> State {
        let problems = model.files.map { (file: $0, problem: problem(of: $0)) }
        let absent = problems.filter { $0.problem == .absent }.map(\.file)
        for entry in problems {
            if case .damaged(let why) = entry.problem { return .damaged("\(entry.file.name) \(why)") }
        }
        guard !absent.isEmpty else { return .installed }
        let waiting = model.files.reduce(0) { $0 + (Self.size(of: PartFile.path(for: path(of: $1))) ?? 0) }
        let here = absent.count == model.files.count ? 0 : model.files.filter { !absent.contains($0) }.map(\.size).sum
        if waiting + here > 0, waiting > 0 { return .partial(waiting + here) }
        return here == 0 ? .absent : .damaged("\(absent[0].name) is missing")
    }

    enum FileProblem: Equatable {
        case absent
        case damaged(String)
    }

    /// Returns what is wrong with a file; nil for one that is there and right.
    func problem(of file: Model.File) -> FileProblem? {
        let path = path(of: file)
        guard let size = Self.size(of: path) else { return .absent }
        guard size == file.size else { return .damaged("has \(size) bytes, not \(file.size)") }
        do {
            let checksum = try Digest(ofFile: path).description
            return checksum == file.checksum
                ? nil : .damaged("has the SHA-256 \(checksum), not \(file.checksum)")
        } catch {
            return .damaged("cannot be read: \(error.reason)")
        }
    }

    /// Of a plain file, following links.
    static func size(of path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }
}

extension [Int] {
    fileprivate var sum: Int { reduce(0, +) }
}
