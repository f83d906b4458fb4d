import Records

#if canImport(Glibc)
    import Glibc
#endif

extension DeliveryFile {
    /// When a hub last wrote something down there, by the clock of then: with every record that it delivers, so that a clock that was wrong is
    /// soon forgotten. Nil where none ever did.
    package static func lastWritten(_ path: String) -> WallTime? {
        // What was written since the last checkpoint is beside it; there is none after an end in order.
        for path in [path + "-wal", path] {
            var status = stat()
            guard stat(path, &status) == 0 else { continue }
            return WallTime(milliseconds: Int64(status.st_mtim.tv_sec) * 1000)
        }
        return nil
    }
}
