/// A camera's name at the centre: its site's and its own. A site's name has no dot, so no two of them are the same.
package enum SiteCamera {
    package static func name(_ camera: String, of site: String) -> String { "\(site).\(camera)" }
}
