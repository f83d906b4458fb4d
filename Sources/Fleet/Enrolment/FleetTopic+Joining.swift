extension FleetTopic {
    /// Where a site asks to be let in, with the one user that may do nothing else.
    package static func join(of site: String) -> String { join(under: SiteToken.user(of: site)) }

    package static func join(under user: String) -> String { "\(root)/\(user)/join" }
}
