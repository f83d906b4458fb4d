import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// The folder that a destination writes its files to. Somebody else makes it.
enum OutputFolder {
    static func check(_ path: String, of destination: String) throws(Failure) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw Failure(
                .configuration, while: "opening the destination \(destination) (folder)",
                because: "\(path) is no folder", remedy: "Make it, for the hub's user to write to.")
        }
    }
}
