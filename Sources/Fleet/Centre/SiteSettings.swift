/// A site that a centre takes in.
package struct SiteSettings: Sendable, Equatable {
    /// The name of its hub.
    package var name: String
    package var keys: SiteKeys

    package init(name: String, keys: SiteKeys = SiteKeys()) {
        self.name = name
        self.keys = keys
    }
}
