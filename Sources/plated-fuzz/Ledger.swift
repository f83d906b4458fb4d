#if canImport(Glibc)
    import Glibc
#endif

/// A file in memory that a worker and its watcher share: which input is being taken, and what it is, so that nothing the worker
/// dies of takes the input with it.
final class Ledger {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let header = 64
    private let size: Int
    private let memory: UnsafeMutableRawPointer

    /// - Parameter limit: longest input, in bytes.
    init(path: String, limit: Int) throws {
        size = Self.header + limit
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0, ftruncate(descriptor, size) == 0,
            let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else { throw Failure(description: "sharing \(path): \(String(cString: strerror(errno)))") }
        close(descriptor)
        self.memory = memory
    }

    deinit {
        munmap(memory, size)
    }

    private subscript(place: Int) -> Int {
        get { memory.load(fromByteOffset: place * 8, as: Int.self) }
        set { memory.storeBytes(of: newValue, toByteOffset: place * 8, as: Int.self) }
    }

    /// Of the input that is being taken, or the first that was not.
    var number: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    /// Inputs taken to their end.
    var done: Int {
        get { self[2] }
        set { self[2] = newValue }
    }

    /// The slowest input so far and its milliseconds.
    var slowest: (number: Int, milliseconds: Int) {
        get { (self[3], self[4]) }
        set { (self[3], self[4]) = newValue }
    }

    /// Largest resident size of the worker, in kilobytes.
    var residentKilobytes: Int {
        get { self[5] }
        set { self[5] = newValue }
    }

    /// What is being taken.
    var input: [UInt8] {
        get { Array(UnsafeRawBufferPointer(start: memory + Self.header, count: self[1])) }
        set {
            let count = min(newValue.count, size - Self.header)
            newValue.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                (memory + Self.header).copyMemory(from: start, byteCount: count)
            }
            self[1] = count
        }
    }
}
