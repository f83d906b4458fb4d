/// A server's answer to "this file, from this byte on", before its body.
struct Response: Equatable {
    var status: Int
    /// Of `Content-Range: bytes 100-299/300`.
    var range: Range?
    /// Bytes of the body, where it says so.
    var length: Int?

    struct Range: Equatable {
        var start: Int
        /// Nil where the server does not know.
        var total: Int?

        init?(_ value: some StringProtocol) {
            let parts = value.split(separator: "/", omittingEmptySubsequences: false)
            let span = parts[0].split(separator: " ").last?.split(separator: "-")
            guard parts.count == 2, let first = span?.first, let start = Int(first) else { return nil }
            self.start = start
            total = parts[1].split(separator: " ").first.flatMap { Int($0) }
        }
    }

    enum Use: Equatable {
        /// The body belongs at this byte of the file.
        case write(Int)
        /// It is of no use; the file is to be asked for from its beginning.
        case restart
        case refuse(ModelStoreError.Code, reason: String, remedy: String)
    }

    /// - Parameter offset: from which byte on the file was asked for.
    func use(for file: Model.File, from offset: Int) -> Use {
        switch status {
        case 206:
            if let total = range?.total, total != file.size { return changed(total, file) }
            if range?.start == offset { return .write(offset) }
            return offset > 0
                ? .restart : .refuse(.unavailable, reason: "the server sent another part of it", remedy: "")
        case 200:
            if let length, length != file.size { return changed(length, file) }
            return .write(0)
        case 416 where offset > 0: return .restart
        default: return .refuse(.unavailable, reason: reason, remedy: remedy)
        }
    }

    private func changed(_ size: Int, _ file: Model.File) -> Use {
        .refuse(
            .damaged, reason: "what is there has \(size) bytes, and the file has \(file.size)",
            remedy:
                "It was replaced since this version of plated was made, or something on the way answers in its place."
                + " Nothing was installed.")
    }

    private var reason: String {
        switch status {
        case 401, 403, 407: "the server refuses it (\(status))"
        case 404, 410: "the server has no such file (\(status))"
        case 429: "the server has too many requests (429)"
        case 500...599: "the server has a problem of its own (\(status))"
        default: "the server's answer is \(status), which is no file"
        }
    }

    private var remedy: String {
        switch status {
        case 429, 500...599: "Try again later; what is here already stays."
        default: "A file that was fetched elsewhere can be installed with --from FILE."
        }
    }
}
