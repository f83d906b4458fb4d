import Answers
import Rules

/// How full car parks and sections are: no plate, and nothing of a single stay.
struct SessionMetrics {
    let sites: [SiteStanding]

    var families: [MetricFamily] {
        var open = MetricFamily("plated_site_occupancy", .gauge, "Vehicles that came into a site and have not left.")
        var late = MetricFamily("plated_site_overstays", .gauge, "Of these, how many stay for longer than they may.")
        var capacity = MetricFamily("plated_site_capacity", .gauge, "Places of a site, where they are configured.")
        for standing in sites.sorted(by: { $0.site.name < $1.site.name }) {
            let labels: MetricFamily.Labels = ["site": standing.site.name]
            open.add(standing.occupancy, labels)
            if standing.site.longestStay != nil { late.add(standing.overstays, labels) }
            if let places = standing.site.capacity { capacity.add(places, labels) }
        }
        return [open, late, capacity]
    }
}
