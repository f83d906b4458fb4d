import ALPR
import Plates
import Synchronization

/// An engine that says what a test has written down, and counts how often it was asked.
///
/// A class, so that the test can look at the count while a recogniser holds the engine.
public final class ScriptedEngine: RowReader, Sendable {
    private let script: @Sendable (Int, LumaImage) throws -> [Symbol]
    private let count = Mutex(0)

    /// - Parameter script: the answer to the call of the given number, counted from 0, about the given row.
    public init(script: @escaping @Sendable (Int, LumaImage) throws -> [Symbol]) {
        self.script = script
    }

    /// Reads one text after the other, every character equally sure; the last one for ever.
    ///
    /// - Parameter confidence: 0-1.
    public convenience init(_ texts: [String], confidence: Double = 0.98) {
        self.init { number, _ in
            guard let text = texts.isEmpty ? nil : texts[min(number, texts.count - 1)] else { return [] }
            return text.map { Symbol($0, confidence) }
        }
    }

    /// How often it was asked.
    public var calls: Int { count.withLock { $0 } }

    public func symbols(in row: LumaImage) throws -> [Symbol] {
        let number = count.withLock { count in
            defer { count += 1 }
            return count
        }
        return try script(number, row)
    }
}
