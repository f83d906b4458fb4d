#if canImport(Glibc)
    import Glibc
#endif

/// Brings the files of one net into a folder: each one complete, with the catalogue's size and checksum, or not at all.
public struct ModelInstaller {
    /// What it is doing, for people to see.
    public enum Event: Equatable, Sendable {
        /// The file was there already, and is right.
        case present(Model.File)
        /// From this byte on.
        case downloading(Model.File, from: Int)
        /// So many bytes of it are here.
        case progress(Model.File, Int)
        /// What was here of it is of no use.
        case restarting(Model.File, why: String)
        case installed(Model.File)
    }

    let target: InstalledModel
    let transfer: Transfer.Settings
    let isStopped: () -> Bool
    let tell: (Event) -> Void

    /// - Parameters:
    ///   - folder: of all nets; that of this one is made in it.
    ///   - authorities: a file of certificates (PEM) to trust in place of the system's.
    ///   - isStopped: asked at least once a second.
    public init(
        _ model: Model, in folder: String, authorities: String? = nil, isStopped: @escaping () -> Bool = { false },
        tell: @escaping (Event) -> Void = { _ in }
    ) {
        self.init(
            model, in: folder, transfer: Transfer.Settings(authorities: authorities), isStopped: isStopped, tell: tell)
    }

    init(
        _ model: Model, in folder: String, transfer: Transfer.Settings, isStopped: @escaping () -> Bool = { false },
        tell: @escaping (Event) -> Void = { _ in }
    ) {
        target = InstalledModel(model, in: folder)
        self.transfer = transfer
        self.isStopped = isStopped
        self.tell = tell
    }

    /// Fetches what is not there, or not right, from its project.
    public func download() throws(ModelStoreError) {
        try each(isKept: true) { file, part throws(ModelStoreError) in try download(file, to: part) }
    }

    /// Takes the files from a folder, or a file and those beside it, instead of the network.
    public func copy(from source: String) throws(ModelStoreError) {
        let offer = LocalOffer(source)
        try each(isKept: false) { file, part throws(ModelStoreError) in
            try offer.copy(file, of: target.model, to: part) { tell(.progress(file, $0)) }
        }
    }

    /// - Parameter isKept: whether what came of a file is gone on with the next time.
    private func each(
        isKept: Bool, _ bring: (Model.File, PartFile) throws(ModelStoreError) -> Void
    ) throws(ModelStoreError) {
        for file in target.model.files {
            if target.problem(of: file) == nil {
                tell(.present(file))
                continue
            }
            let part = try PartFile(for: target.path(of: file), isKept: isKept)
            do throws(ModelStoreError) {
                try bring(file, part)
            } catch {
                if part.size == 0 { part.remove() }
                // Where it was made for this alone: a folder with anything in it stays.
                _ = rmdir(target.folder)
                throw error
            }
            try part.install()
            tell(.installed(file))
        }
    }

    // MARK: - From the network

    private func download(_ file: Model.File, to part: PartFile) throws(ModelStoreError) {
        guard let address = file.address else {
            throw ModelStoreError(
                .unavailable, "installing the net \(target.model.name)", "nobody offers \(file.name) for download",
                "With a file that you have: the same command with --from FILE.")
        }
        let action = "downloading \(address)"
        var mayRestart = true
        if part.size > file.size { try part.cut(to: 0) }
        while true {
            let start = part.size
            if start < file.size {
                tell(.downloading(file, from: start))
                if try !fetch(file, at: address, from: start, to: part, action: action) {
                    try restart(file, part, "the server cannot go on from there", &mayRestart, action)
                    continue
                }
            }
            let checksum = try part.checksum()
            if checksum == file.checksum { return }
            // What was here before may be of another file than what came now.
            if start > 0, mayRestart {
                try restart(file, part, "the two parts of it do not fit together", &mayRestart, action)
                continue
            }
            part.remove()
            throw Self.wrongChecksum(checksum, file, action)
        }
    }

    private func restart(
        _ file: Model.File, _ part: PartFile, _ why: String, _ mayRestart: inout Bool, _ action: String
    ) throws(ModelStoreError) {
        guard mayRestart else { throw ModelStoreError(.unavailable, action, why) }
        mayRestart = false
        try part.cut(to: 0)
        tell(.restarting(file, why: why))
    }

    /// One request. False where the server cannot go on from `offset`.
    private func fetch(
        _ file: Model.File, at address: String, from offset: Int, to part: PartFile, action: String
    ) throws(ModelStoreError) -> Bool {
        enum Refusal: Error {
            case restart
        }
        var position = offset
        let request = Transfer(
            begin: { response in
                switch response.use(for: file, from: offset) {
                case .write(let start):
                    try part.cut(to: start)
                    position = start
                    if start != offset { tell(.restarting(file, why: "the server only sends it as a whole")) }
                case .restart: throw Refusal.restart
                case .refuse(let code, let reason, let remedy):
                    if code == .damaged { part.remove() }
                    throw ModelStoreError(code, action, reason, remedy)
                }
            },
            receive: { bytes in
                guard position + bytes.count <= file.size else {
                    part.remove()
                    throw ModelStoreError(
                        .damaged, action, "it is longer than the \(file.size) bytes of the file",
                        "Nothing was installed.")
                }
                try part.write(bytes, at: position)
                position += bytes.count
                tell(.progress(file, position))
            },
            isStopped: isStopped)
        do throws(Transfer.Failure) {
            try request.run(address, from: offset, settings: transfer)
        } catch {
            switch error {
            case .stopped:
                throw ModelStoreError(
                    .stopped, action, "stopped after \(part.size) of \(file.size) bytes",
                    "They are kept: the same command goes on from there.")
            case .failed(let reason, let remedy): throw ModelStoreError(.unavailable, action, reason, remedy)
            case .refused(let refusal as ModelStoreError): throw refusal
            case .refused: return false
            }
        }
        guard position == file.size else {
            throw ModelStoreError(
                .unavailable, action, "the server ended after \(position) of \(file.size) bytes",
                "They are kept: the same command goes on from there.")
        }
        return true
    }

    static func wrongChecksum(_ found: String, _ file: Model.File, _ action: String) -> ModelStoreError {
        ModelStoreError(
            .damaged, action, "its SHA-256 is \(found), expected is \(file.checksum)",
            "It is not the file that plated was made for. Nothing was installed.")
    }
}
