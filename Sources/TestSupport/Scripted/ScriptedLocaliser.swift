import ALPR
import Synchronization

/// A localiser that finds what a test has written down, and counts how often it was asked.
public final class ScriptedLocaliser: LumaLocaliser, Sendable {
    private let script: @Sendable (Int, LumaImage) -> [Region]
    private let count = Mutex(0)

    /// - Parameter script: the regions for the call of the given number, counted from 0, in the given picture.
    public init(script: @escaping @Sendable (Int, LumaImage) -> [Region]) {
        self.script = script
    }

    /// Finds the same row of text in every picture, outlined by `box` in pixels.
    public convenience init(rowAt box: Box, characters: Int = 6) {
        self.init { _, _ in [Region(rows: [TextRow(quad: Quad(box), characters: characters)], score: 1)] }
    }

    /// How often it was asked.
    public var calls: Int { count.withLock { $0 } }

    public func regions(in image: LumaImage) -> [Region] {
        let number = count.withLock { count in
            defer { count += 1 }
            return count
        }
        return script(number, image)
    }
}
