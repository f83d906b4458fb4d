import Logging

#if canImport(Glibc)
    import Glibc
#endif

/// What stands in place of plates where nobody may read them: hashes with a key that is destroyed when its period is over. Equal
/// texts have equal pseudonyms within a period, and nothing in common beyond it. Lives on one queue.
///
/// The key is in memory, and, where a restart is to go on with it, in a file for its owner alone. Scanners that share the file share
/// the pseudonyms.
public final class Pseudonyms {
    /// What tells a pseudonym from a plate.
    public static let mark = "p:"
    private static let keySize = 32
    /// Of 5 bits each: 80 bits, so that no two plates of a period meet.
    private static let characters = 16
    /// Crockford's base 32, as in identifiers.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    private let period: PseudonymPeriod
    private let file: PseudonymFile?
    private let log: Logger
    private let key: UnsafeMutableRawBufferPointer
    /// Of the key; empty before the first.
    private var name = ""

    /// - Parameter keyFile: nil for a key in memory alone.
    public init(period: PseudonymPeriod, keyFile: String?, log: Logger) {
        self.period = period
        self.log = log
        file = keyFile.map { PseudonymFile(path: $0) }
        key = .allocate(byteCount: Self.keySize, alignment: 16)
        key.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        forget()
        key.deallocate()
    }

    /// - Parameter time: decides which key it is.
    public func pseudonym(of text: String, at time: WallTime) -> String {
        turn(to: period.name(at: time))
        var rest = Digest(of: text.utf8, key: Array(key)).bytes.prefix(10).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        var characters: [UInt8] = []
        for _ in 0..<Self.characters {
            characters.append(Self.alphabet[Int(rest & 31)])
            rest >>= 5
        }
        return Self.mark + String(decoding: characters, as: UTF8.self)
    }

    /// Destroys the key of the period before, in memory and in its file. Called often, so that it goes without a plate, too.
    public func look(at time: WallTime) { turn(to: period.name(at: time)) }

    private func turn(to name: String) {
        guard name != self.name else { return }
        forget()
        self.name = name
        do throws(PseudonymFile.Failed) {
            guard let file else { return fill() }
            key.copyBytes(
                from: try file.key(
                    of: name,
                    making: {
                        self.fill(); return Array(self.key)
                    }))
        } catch {
            fill()
            let meaning = "no other camera has the same, and a restart gives plates others"
            log.warning("\(error.text); the pseudonyms of this run are its own: \(meaning)")
        }
    }

    private func fill() {
        var random = SystemRandomNumberGenerator()
        for index in key.indices { key[index] = .random(in: 0...255, using: &random) }
    }

    private func forget() {
        guard let start = key.baseAddress else { return }
        explicit_bzero(start, key.count)
    }
}
