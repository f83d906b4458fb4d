import Basics

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#endif

/// Lines of JSON and parts, over a socket or a pipe. Whoever is at the other end may send anything: what is too long or no part is an
/// error. Used on one thread.
public final class PartChannel {
    /// In bytes: a question with the text of a file, escaped.
    private static let longestLine = 512 << 10
    /// In bytes: a JPEG of a 4K picture has two millions.
    private static let largestPart = 16 << 20

    private let input: Int32
    private let output: Int32
    private let isOwner: Bool
    private var buffer: [UInt8] = []
    private var place = 0

    /// - Parameter isOwner: whether both are closed with the value.
    public init(input: Int32, output: Int32, isOwner: Bool = false) {
        self.input = input
        self.output = output
        self.isOwner = isOwner
    }

    deinit {
        guard isOwner else { return }
        close(input)
        if output != input { close(output) }
    }

    // MARK: - Reading

    /// Nil at the end.
    public func line() throws(Failure) -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if let end = buffer[place...].firstIndex(of: UInt8(ascii: "\n")) {
                line += buffer[place..<end]
                place = end + 1
                return line
            }
            line += buffer[place...]
            guard line.count <= Self.longestLine else { throw Self.garbled }
            guard try fill() else {
                if line.isEmpty { return nil }
                throw Self.garbled
            }
        }
    }

    public func object<Value: Decodable>(_ type: Value.Type) throws(Failure) -> Value? {
        guard let line = try line() else { return nil }
        return try Self.decoded(type, line)
    }

    /// Nil at the end.
    public func part() throws(Failure) -> Part? {
        guard let head = try object(PartHead.self) else { return nil }
        guard (0...Self.largestPart).contains(head.bytes) else { throw Self.garbled }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(head.bytes)
        while bytes.count < head.bytes {
            if place == buffer.count { guard try fill() else { throw Self.garbled } }
            let count = min(buffer.count - place, head.bytes - bytes.count)
            bytes += buffer[place..<place + count]
            place += count
        }
        return Part(head, bytes: bytes)
    }

    public static func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws(Failure) -> Value {
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch { throw garbled }
    }

    /// False at the end.
    private func fill() throws(Failure) -> Bool {
        buffer = [UInt8](repeating: 0, count: 65_536)
        place = 0
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let code = errno
                buffer = []
                throw code == EAGAIN ? Self.silent : Self.broken(code)
            }
            buffer.removeLast(buffer.count - count)
            return count > 0
        }
    }

    // MARK: - Writing

    public func send(_ part: Part) throws(Failure) {
        try send(part.head)
        try write(part.bytes)
    }

    public func send<Value: Encodable>(_ kind: PartHead.Kind, _ value: Value) throws(Failure) {
        let bytes = try Self.encoded(value)
        try send(Part(PartHead(kind, bytes: bytes.count), bytes: bytes))
    }

    /// As a line.
    public func send<Value: Encodable>(_ value: Value) throws(Failure) {
        try write(try Self.encoded(value) + [UInt8(ascii: "\n")])
    }

    private static func encoded<Value: Encodable>(_ value: Value) throws(Failure) -> [UInt8] {
        do { return Array(try JSONEncoder().encode(value)) } catch {
            throw Failure(.software, while: "writing JSON", because: "\(error)")
        }
    }

    private func write(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw errno == EAGAIN ? Self.silent : Self.broken(errno) }
            rest = rest.dropFirst(count)
        }
    }

    // MARK: - What goes wrong

    private static let action = "talking about a camera"
    private static let garbled = Failure(
        .badData, while: action, because: "the other end sent something else than an answer")
    private static let silent = Failure(.unavailable, while: action, because: "the other end said nothing for too long")

    private static func broken(_ code: Int32) -> Failure {
        Failure(.unavailable, while: action, because: String(cString: strerror(code)))
    }
}
