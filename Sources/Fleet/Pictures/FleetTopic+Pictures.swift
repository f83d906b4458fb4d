extension FleetTopic {
    /// What a centre asks of a site's pictures.
    package static func looks(of site: String) -> String { "\(root)/\(site)/looks" }

    /// Whether the site shows its pictures, retained; and the pieces that were asked for.
    package static func pictures(of site: String) -> String { "\(root)/\(site)/pictures" }

    /// The site whose pictures come under a topic; nil for any other.
    package static func site(ofPictures topic: String) -> String? {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count == 4, topic == pictures(of: String(levels[2])) else { return nil }
        return String(levels[2])
    }
}
