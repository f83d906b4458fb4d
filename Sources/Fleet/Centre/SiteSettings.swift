/// A site that a centre takes in.
package struct SiteSettings: Sendable, Equatable {
    /// The name of its hub.
    package var name: String
    package var keys: SiteKeys
    /// Names of lists that it gets, beside those that every site gets.
    package var lists: [String]

    package init(name: String, keys: SiteKeys = SiteKeys(), lists: [String] = []) {
        self.name = name
        self.keys = keys
        self.lists = lists
    }
}
