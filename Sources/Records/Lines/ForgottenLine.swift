/// Stands in place of a line whose text was removed; the chain goes on through it.
///
/// The line behind it names the hash of the line that stood here. So nothing but a signature ties it to the line before it: whoever may
/// write to the log could otherwise make up what stands there.
public struct ForgottenLine: LogRecord, Sendable, Equatable {
    public static let schema = "plated.forgotten/1"

    /// Of the line that stood here.
    public var id: String
    /// When the line that stood here was written.
    public var time: WallTime
    public var camera: String
    /// The SHA-256 of the line that stood here: what the line behind it is tied to.
    public var hash: Digest
    /// What the line that stood here was tied to.
    public var previous: Digest
    /// `previous` once more, where it is signed.
    public private(set) var head: Digest?
    /// The public half of the key, in base64; nil where nobody signed.
    public private(set) var key: String?
    /// Of all that stands before it in the line, in base64.
    public private(set) var signature: String?
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(id: String, time: WallTime, camera: String, hash: Digest, previous: Digest) {
        self.id = id
        self.time = time
        self.camera = camera
        self.hash = hash
        self.previous = previous
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        id = try fields.text("id")
        time = try fields.time("ts")
        camera = try fields.text("camera")
        hash = try fields.digest("hash")
        previous = try fields.digest("prev")
        if fields.has("head") { head = try fields.digest("head") }
        if fields.has("key") { key = try fields.text("key") }
        if fields.has("signature") { signature = try fields.text("signature") }
        unknown = fields.unknown
    }

    /// Nil where a line is none, as plated writes them.
    ///
    /// - Parameter line: with or without its newline.
    public init?(in line: [UInt8]) {
        // Nearly no line is one: those are told by their first bytes.
        guard line.starts(with: Self.start) else { return nil }
        do throws(LineFault) {
            guard case .forgotten(let forgotten) = try Record(line: line) else { return nil }
            self = forgotten
        } catch {
            return nil
        }
    }

    private static let start = Array("{\"schema\":\"\(schema)\"".utf8)

    private var unsigned: JSONLine {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera, unknown: unknown)
        line.add("hash", hash.description)
        if let head { line.add("head", head.description) }
        if let key { line.add("key", key) }
        return line
    }

    /// The record as one line of NDJSON. It is tied already: it takes the place of a line, and is never appended.
    public var line: [UInt8] {
        var line = unsigned
        if let signature { line.add("signature", signature) }
        line.add("prev", previous.description)
        return line.bytes
    }

    // MARK: - Signing

    /// Signs it as a seal is signed: that a line of this hash stood here, and followed on that one.
    public mutating func sign(with sealer: any Sealer) throws {
        head = previous
        key = sealer.key
        signature = try sealer.signature(of: unsigned.text)
    }

    /// What is signed of it, as it stands in a log; nil where it has no signature, or more than `prev` stands behind that, or another
    /// `prev` than was signed.
    ///
    /// - Parameter line: without its newline.
    public func signed(in line: [UInt8]) -> [UInt8]? {
        guard let signature, head == previous else { return nil }
        let rest = Array(",\"signature\":\(JSONLine.quoted(signature)),\"prev\":\"\(previous)\"}".utf8)
        guard line.suffix(rest.count).elementsEqual(rest) else { return nil }
        return Array(line.prefix(line.count - rest.count))
    }
}
