import CPages

/// The files of the folder Pages, which are in the program itself.
enum PageFiles {
    /// By their names, such as `console.css`.
    static let all: [String: [UInt8]] = Dictionary(
        uniqueKeysWithValues: UnsafeBufferPointer(start: plated_pages(), count: plated_page_count()).map { page in
            (String(cString: page.name), Array(UnsafeBufferPointer(start: page.bytes, count: page.size)))
        })

    static subscript(name: String) -> [UInt8] {
        guard let bytes = all[name] else { preconditionFailure("there is no file \(name) among the pages") }
        return bytes
    }
}
