import Basics
import Delivery
import Fleet

/// Shuts a site out, by every way that there is: one that fails keeps none of the others from being tried.
struct SiteRemoval {
    private(set) var done: [String] = []
    private(set) var failures: [Failure] = []
    /// Whether there was anything of it.
    private(set) var wasThere = false

    init(of site: String, from enrolment: SiteEnrolment) {
        let (users, sites) = (enrolment.enrol.usersFile, enrolment.sites.path)
        attempt {
            var wasUser = false
            try enrolment.change { users in
                wasUser = users.names.contains(site)
                users.remove(site)
                users.remove(SiteToken.user(of: site))
            }
            return wasUser ? "it is no user of the broker's any more (\(users))" : nil
        }
        attempt {
            let lock = try SitesLock(enrolment.configuration)
            defer { withExtendedLifetime(lock) {} }
            return try enrolment.sites.remove(site) ? "the centre hears it no more (\(sites))" : nil
        }
        // Also where nothing was there: the broker may not have heard of an earlier command.
        let found = wasThere
        attempt {
            try enrolment.reload()
            return "the broker has read its users again, and cuts it off"
        }
        wasThere = found
        if enrolment.ingest.named.contains(where: { $0.name == site }) {
            wasThere = true
            failures.append(
                Failure(
                    .configuration, while: "making the centre hear it no more",
                    because: "\(enrolment.configuration) itself names it, among ingest.sites",
                    remedy: "Take it out there, and restart the hub."))
        }
    }

    private mutating func attempt(_ step: () throws -> String?) {
        do {
            guard let told = try step() else { return }
            done.append(told)
            wasThere = true
        } catch {
            failures.append(Failure(error))
        }
    }
}
