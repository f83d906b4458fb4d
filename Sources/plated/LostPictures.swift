import Addresses

/// That some pictures of a recording could not be decoded, for people.
struct LostPictures: CustomStringConvertible {
    let description: String

    /// Nil where none was lost.
    init?(_ count: Int, of address: SourceAddress) {
        guard count > 0 else { return nil }
        description =
            "\(count) \(count == 1 ? "picture" : "pictures") of \(address) could not be decoded; plates that only they show "
            + "are missing"
    }
}
