#if canImport(Glibc)
    import Glibc
#endif

extension LogFile {
    /// The last whole lines of the log and of the files it was lately rotated to.
    ///
    /// - Parameter count: how many bytes of each are looked at; what is compressed does not count.
    func recentLines(atLeast count: Int) throws(LogFailure) -> Set<[UInt8]> {
        var lines = Self.lines(try tail(count))
        for path in Self.rotated(path).prefix(8) {
            lines.formUnion(Self.lines(Self.tail(count, of: path)))
        }
        return lines
    }

    /// When the last record of a log, or of the file it was last rotated to, was written; nil where neither ends in one.
    static func lastRecord(of path: String) -> WallTime? {
        for path in [path] + rotated(path).prefix(1) {
            let lines = tail(4 * longestLine, of: path).split(separator: UInt8(ascii: "\n"))
            if let time = lines.reversed().lazy.compactMap(Self.time).first { return time }
        }
        return nil
    }

    /// Of a line as we write it; nil for what a later run wrote about it.
    static func time(of line: some Collection<UInt8>) -> WallTime? {
        let text = String(decoding: line, as: UTF8.self)
        guard !text.contains(TornLine.schema), let start = text.firstRange(of: "\"ts\":\"")?.upperBound else {
            return nil
        }
        return WallTime(text[start...].prefix { $0 != "\"" })
    }

    private static func lines(_ tail: [UInt8]) -> Set<[UInt8]> {
        Set(tail.split(separator: UInt8(ascii: "\n")).map { $0 + [UInt8(ascii: "\n")] })
    }

    /// Files beside the log whose names begin as its does (gate.ndjson.1, gate-20261121.ndjson), the newest first.
    private static func rotated(_ path: String) -> [String] {
        let folder = OpenFile.folder(of: path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let stem = name.split(separator: ".").first.map(String.init) ?? name
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var found: [(path: String, time: timespec)] = []
        while let entry = readdir(directory) {
            let other = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard other.hasPrefix(stem), other != name, !other.hasSuffix(".spool") else { continue }
            var status = stat()
            guard stat("\(folder)/\(other)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            found.append(("\(folder)/\(other)", status.st_mtim))
        }
        return found.sorted { ($0.time.tv_sec, $0.time.tv_nsec) > ($1.time.tv_sec, $1.time.tv_nsec) }.map(\.path)
    }

    /// What cannot be read is nothing.
    private static func tail(_ count: Int, of path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        var bytes = [UInt8](repeating: 0, count: max(0, min(size, count)))
        let got = bytes.withUnsafeMutableBytes {
            pread(descriptor, $0.baseAddress, $0.count, off_t(max(0, size - count)))
        }
        return Array(bytes.prefix(max(0, got)))
    }
}
