import History
import Proof
import Records

/// The sites of a centre, as its history has them: which there are, what lets each in, and who may join. So every centre of one history knows the
/// same, and a site that one has taken out is out at all.
package struct SiteRegister: Sendable {
    /// Which sites there are; an empty text is none.
    private static let sites = "sites"
    /// By the hash of the token.
    private static let joining = "joining"
    private static let token = "token"
    private static let keys = "keys"
    private static let joined = "joined"
    private static let authority = KeptName("centre", "authority")

    private let history: any History

    package init(_ history: any History) { self.history = history }

    // MARK: - Which there are

    package func names() async throws -> [String] {
        try await history.kept(Self.sites).filter { !$0.value.isEmpty }.keys.sorted()
    }

    /// Nil where there is none of that name.
    package func site(_ name: String) async throws -> SiteBooks? {
        let books = SiteBooks(name, kept: try await history.kept(SiteBooks.space(of: name)))
        return books.token == nil ? nil : books
    }

    /// The site that a token lets in; nil where it is none's.
    package func site(of token: SiteToken) async throws -> SiteBooks? {
        guard let books = try await site(token.site), books.token == token.digest else { return nil }
        return books
    }

    /// Which sites there are and what lets them in, for a history that takes the place of this one.
    package func membership() async throws -> [KeptName: String] {
        var all: [KeptName: String] = [:]
        for site in try await names() {
            all[KeptName(Self.sites, site)] = try await history.kept(Self.sites)[site]
            let kept = try await history.kept(SiteBooks.space(of: site))
            for name in [Self.token, Self.keys, Self.joined] {
                all[KeptName(SiteBooks.space(of: site), name)] = kept[name]
            }
        }
        if !all.isEmpty { all[Self.authority] = try await authority() ?? "" }
        return all
    }

    package func restore(_ membership: [KeptName: String]) async throws {
        guard !membership.isEmpty else { return }
        var batch = Batch()
        batch.kept = membership
        _ = try await history.store(batch)
    }

    // MARK: - Joining

    /// Lets a site join with a token until a time. An earlier token of it counts no more.
    package func invite(with token: JoinToken, until end: WallTime) async throws {
        var batch = Batch()
        for (digest, text) in try await history.kept(Self.joining) where Invitation(text)?.site == token.site {
            batch.kept[KeptName(Self.joining, digest)] = ""
        }
        batch.kept[KeptName(Self.joining, token.digest)] = Invitation(site: token.site, ends: end.milliseconds).text
        _ = try await history.store(batch)
    }

    private struct Invitation: Codable {
        var site: String
        var ends: Int64
        /// The hash of what the site is let in with that has joined by it.
        var taken: String?

        var text: String { Posted.text(self) }

        init(site: String, ends: Int64) { (self.site, self.ends) = (site, ends) }

        init?(_ text: String) {
            guard !text.isEmpty, let value: Invitation = Posted.value(Array(text.utf8)) else { return nil }
            self = value
        }
    }

    package enum Refusal: Error {
        /// Nobody was invited with that token, or its time is over.
        case unknown
        /// Somebody has joined with it already.
        case used
    }

    /// Takes a site in. The same request once more has the same answer: the first one may have been lost on its way.
    ///
    /// - Parameter bearer: the token, as it was sent.
    /// - Returns: the site's name.
    package func join(_ bearer: String, _ request: JoinRequest, now: WallTime) async throws -> String {
        let digest = Digest(of: bearer.utf8).description
        while true {
            let texts = try await history.kept(Self.joining)
            guard let text = texts[digest], var invitation = Invitation(text), invitation.ends > now.milliseconds else {
                throw Refusal.unknown
            }
            if let taken = invitation.taken {
                guard taken == request.token else { throw Refusal.used }
                return invitation.site
            }
            invitation.taken = request.token
            let space = SiteBooks.space(of: invitation.site)
            var batch = Batch()
            batch.expected[KeptName(Self.joining, digest)] = .some(text)
            batch.kept[KeptName(Self.joining, digest)] = invitation.text
            for (other, text) in texts where other != digest && (Invitation(text)?.ends ?? 0) <= now.milliseconds {
                // What is over is no longer of use; that there was one says nothing of anybody.
                if !text.isEmpty { batch.kept[KeptName(Self.joining, other)] = "" }
            }
            batch.kept[KeptName(Self.sites, invitation.site)] = "\(now.milliseconds)"
            batch.kept[KeptName(space, Self.token)] = request.token
            batch.kept[KeptName(space, Self.keys)] = request.keys.joined(separator: " ")
            batch.kept[KeptName(space, Self.joined)] = "\(now.milliseconds)"
            SiteBell.note(invitation.site, in: &batch)
            do {
                _ = try await history.store(batch)
                return invitation.site
            } catch let failure as HistoryFailure where failure.cause == .overtaken {
                continue
            }
        }
    }

    /// Shuts a site out, and whoever was to join in its place. What it has reported stays.
    ///
    /// - Returns: whether it was there.
    package func remove(_ site: String) async throws -> Bool {
        let wasThere = try await names().contains(site)
        var batch = Batch()
        var wasInvited = false
        for (digest, text) in try await history.kept(Self.joining) where Invitation(text)?.site == site {
            batch.kept[KeptName(Self.joining, digest)] = ""
            wasInvited = true
        }
        guard wasThere || wasInvited else { return false }
        batch.kept[KeptName(Self.sites, site)] = ""
        batch.kept[KeptName(SiteBooks.space(of: site), Self.token)] = ""
        SiteBell.note(site, in: &batch)
        _ = try await history.store(batch)
        return true
    }

    // MARK: - Whom sites believe

    /// The certificate, in PEM, that vouches for this centre's address where no machine knows that by itself; nil where none does.
    package func authority() async throws -> String? {
        try await history.kept(Self.authority.space)[Self.authority.name].flatMap { $0.isEmpty ? nil : $0 }
    }

    package func set(authority: String?) async throws {
        guard try await self.authority() != authority else { return }
        var batch = Batch()
        batch.kept[Self.authority] = authority ?? ""
        _ = try await history.store(batch)
    }
}
