/// Where a site and its centre talk: levels of `[A-Za-z0-9_-]`, which every broker takes.
package enum FleetTopic {
    static let root = "plated/v1"

    /// What a site hands over.
    package static func records(of site: String) -> String { "\(root)/\(site)/records" }

    /// How far the centre has it.
    package static func committed(of site: String) -> String { "\(root)/\(site)/committed" }

    /// The site whose records come under a topic; nil for any other.
    package static func site(ofRecords topic: String) -> String? {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count == 4, topic == records(of: String(levels[2])) else { return nil }
        return String(levels[2])
    }
}
