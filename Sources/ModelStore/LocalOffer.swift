import Files

#if canImport(Glibc)
    import Glibc
#endif

/// Files that somebody fetched elsewhere: a folder of them, or one file and those beside it.
struct LocalOffer {
    let source: String

    init(_ source: String) {
        self.source = source
    }

    /// Copies the file, and checks what it copied.
    ///
    /// - Parameter progress: gets how many bytes are copied.
    func copy(
        _ file: Model.File, of model: Model, to part: PartFile, progress: (Int) -> Void
    ) throws(ModelStoreError) {
        let path = try path(of: file, in: model)
        let action = "reading \(path)"
        // A pipe would keep us waiting for somebody to write to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw ModelStoreError(.missing, action, SystemError().reason) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, !part.isSame(as: descriptor) else {
            throw ModelStoreError(.missing, action, "it is no file that can be installed")
        }
        guard Int(status.st_size) == file.size else {
            throw ModelStoreError(
                .damaged, action, "it has \(status.st_size) bytes, and \(file.name) has \(file.size)",
                "It is another file, or another version of it. Nothing was installed.")
        }
        do throws(ModelStoreError) {
            try part.cut(to: 0)
            try Self.copy(descriptor, to: part, action: action, progress: progress)
            let checksum = try part.checksum()
            guard checksum == file.checksum else { throw ModelInstaller.wrongChecksum(checksum, file, action) }
        } catch {
            // Nothing of a copy is gone on with.
            part.remove()
            throw error
        }
    }

    private static func copy(
        _ descriptor: Int32, to part: PartFile, action: String, progress: (Int) -> Void
    ) throws(ModelStoreError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var position = 0
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw ModelStoreError(.missing, action, SystemError().reason) }
            if count == 0 { return }
            try part.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: position)
            position += count
            progress(position)
        }
    }

    /// Where a file of the net is in what is offered.
    private func path(of file: Model.File, in model: Model) throws(ModelStoreError) -> String {
        var status = stat()
        guard stat(source, &status) == 0 else {
            throw ModelStoreError(.missing, "reading \(source)", SystemError().reason)
        }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        // However it is called: its checksum tells what it is.
        if !isFolder, model.files.count == 1 || source.split(separator: "/").last.map(String.init) == file.name {
            return source
        }
        let folder = isFolder ? source : source.lastIndex(of: "/").map { String(source[..<$0]) } ?? "."
        let places = ["\(folder)/\(file.name)", "\(folder)/\(model.name)/\(file.name)"]
        if let place = places.first(where: { access($0, F_OK) == 0 }) { return place }
        throw ModelStoreError(
            .missing, "reading \(folder)", "there is no \(file.name) in it",
            "\(model.name) consists of \(model.files.map(\.name).joined(separator: " and ")).")
    }
}
