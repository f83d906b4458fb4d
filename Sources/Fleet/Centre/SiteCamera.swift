/// A camera's name at the centre: its site's and its own. A site's name has no dot, so no two of them are the same.
package enum SiteCamera {
    package static func name(_ camera: String, of site: String) -> String { "\(site).\(camera)" }

    /// The camera's own name, of that at the centre.
    package static func own(_ name: String, of site: String) -> String { String(name.dropFirst(site.count + 1)) }

    /// The site whose camera has that name at the centre; nil of a name that no site's has.
    package static func site(of name: String) -> String? {
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty ? String(parts[0]) : nil
    }
}
