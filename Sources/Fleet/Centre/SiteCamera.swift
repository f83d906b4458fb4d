import Records

/// A camera's name at the centre: its site's and its own.
package enum SiteCamera {
    package static func name(_ camera: String, of site: String) -> String { "\(site)/\(camera)" }

    /// The camera's own name, of that at the centre.
    package static func own(_ name: String, of site: String) -> String { String(name.dropFirst(site.count + 1)) }

    /// The site whose camera has that name at the centre; nil of a name that no site's has.
    package static func site(of name: String) -> String? { CameraRef(name)?.hub }
}
