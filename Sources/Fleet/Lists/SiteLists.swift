/// The lists of a centre, as its sites get them.
package protocol SiteLists: Sendable {
    /// Another number whenever a list is another. Asked every few seconds.
    var generation: Int { get }
    /// What a site gets; nil while that is not known, because a file cannot be read: it keeps what it has then.
    ///
    /// - Parameter names: of the lists that are meant for it.
    func lists(for site: String, _ names: Set<String>) -> [SiteList]?
}
