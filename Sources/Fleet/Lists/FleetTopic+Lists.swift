extension FleetTopic {
    /// Which lists of the centre are a site's: the signed notice, retained.
    package static func lists(of site: String) -> String { "\(root)/\(site)/lists" }

    /// What the lists are made of.
    package static func pieces(of site: String) -> String { "\(root)/\(site)/pieces" }

    /// Which lists the site has, and which pieces it lacks; retained.
    package static func wants(of site: String) -> String { "\(root)/\(site)/wants" }

    /// The site whose wants come under a topic; nil for any other.
    package static func site(ofWants topic: String) -> String? {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count == 4, topic == wants(of: String(levels[2])) else { return nil }
        return String(levels[2])
    }
}
