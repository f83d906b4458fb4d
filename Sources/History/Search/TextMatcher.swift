/// Whether a text is one that is looked for. It is asked of every text that there is: it takes bytes, and no more than a few
/// instructions for each.
package protocol TextMatcher {
    /// - Parameter text: ASCII, 1 to 12 bytes.
    func matches(_ text: UnsafePointer<UInt8>, count: Int) -> Bool
    /// The same for a text that is longer, or no ASCII.
    func matches(_ text: String) -> Bool
}
