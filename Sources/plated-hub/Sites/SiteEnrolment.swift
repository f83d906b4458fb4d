import Basics
import Delivery
import Files
import Fleet
import Foundation
import Proof
import Records
import Service
import Settings

/// The centre's side of letting sites in and shutting them out: the broker's users and the file of sites.
struct SiteEnrolment {
    let ingest: IngestSettings
    let enrol: EnrolSettings
    let configuration: String
    private let secrets: SecretPlace
    private let key: KeyFile

    init(_ config: String?) throws {
        let settings = try HubFile.settings(config)
        guard let ingest = settings.ingest else { throw Self.noCentre("letting sites in") }
        guard let enrol = ingest.enrol else {
            throw Failure(
                .configuration, while: "letting sites in",
                because: "ingest.enrol is missing: which broker it is, and where it has its users",
                remedy: "docs/fleet.md has what a centre's hub.yaml says.")
        }
        self.ingest = ingest
        self.enrol = enrol
        configuration = config ?? HubFile.usual
        secrets = HubFile.secrets(config)
        key = settings.centreKey(in: .current)
    }

    var sites: SitesFile { SitesFile(path: secrets.path(of: enrol.sitesFile)) }

    /// The centre's public key, which sites believe; made where there is none.
    func publicKey() throws -> PublicKey { try Self.publicKey(in: key) }

    /// The same of a centre whose sites are let in by hand, too.
    static func publicKey(ofCentre config: String?) throws -> PublicKey {
        let settings = try HubFile.settings(config)
        guard settings.ingest != nil else { throw noCentre("looking for the key that signs lists") }
        return try publicKey(in: settings.centreKey(in: .current))
    }

    private static func noCentre(_ action: String) -> Failure {
        Failure(
            .configuration, while: action, because: "this hub is no centre: it has no ingest",
            remedy: "docs/fleet.md has what a centre's hub.yaml says.")
    }

    private static func publicKey(in key: KeyFile) throws -> PublicKey {
        let folder = key.path.lastIndex(of: "/").map { String(key.path[..<$0]) } ?? "."
        guard FileManager.default.fileExists(atPath: folder) else {
            throw Failure(
                .noInput, while: "making the key that signs lists, \(key.path)",
                because: "there is no folder \(folder)",
                remedy: "The hub's first start makes it, whatever it says then: sudo systemctl start plated-hub")
        }
        switch try key.readOrMake() {
        case .there(let key): return key.publicKey
        case .made(let new):
            FilePlace.giveToOwnerOfFolder(key.path)
            return new.publicKey
        }
    }

    func line(for site: String) throws(Failure) -> JoinLine {
        try JoinLine(centre: ingest, site: site, secrets: secrets)
    }

    // MARK: - The broker

    /// Makes the broker read its users again.
    func reload() throws {
        guard !enrol.reload.isEmpty else { return }
        do throws(Failure) { try OtherProgram(enrol.reload).run() } catch {
            var failure = error
            failure.action = "making the broker read its users again: \(failure.action)"
            failure.remedy = "\(enrol.usersFile) has them already. ingest.enrol.reload says what is run."
            throw failure
        }
    }

    /// The centre's own user, where the broker has none yet.
    ///
    /// - Returns: the path of the file with its password, where the user was made; nil where it was there.
    func makeCentre() throws -> String? {
        let lock = try SitesLock(configuration)
        defer { withExtendedLifetime(lock) {} }
        var users = try BrokerUsers(enrol)
        guard !users.names.contains(BrokerUsers.centre) else { return nil }
        let action = "making the broker's user \(BrokerUsers.centre)"
        guard let name = ingest.access.credentialsFile else {
            throw Failure(
                .configuration, while: action,
                because: "ingest.credentials_file does not say where its password goes")
        }
        let path = secrets.path(of: name)
        let password: String
        if FileManager.default.fileExists(atPath: path) {
            let parts = try secrets.lines(name, of: "credentials_file", whose: "ingest")[0].split(
                separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0] == BrokerUsers.centre else {
                throw Failure(
                    .configuration, while: action,
                    because: "\(path) is of another user: its line begins with \(BrokerUsers.centre) and a colon")
            }
            password = String(parts[1])
        } else {
            password = SiteToken.random()
            let file = try WholeFile(
                path, as: "the password of the broker's user \(BrokerUsers.centre)", isSecret: true)
            try file.write(Array("\(BrokerUsers.centre):\(password)\n".utf8))
        }
        try users.set(BrokerUsers.centre, password: password, rights: .centre)
        try users.write()
        return path
    }

    /// What letting sites in reads and writes: nothing else goes over it.
    var files: [String] {
        let own = [ingest.access.credentialsFile, ingest.access.authorities].compactMap(\.self)
        return [configuration, enrol.usersFile, sites.path, key.path] + own.map { secrets.path(of: $0) }
    }

    /// What the centre's unit needs.
    var unit: UnitLines {
        let files = [ingest.access.credentialsFile, ingest.access.authorities].compactMap(\.self)
        return UnitLines(
            name: "fleet-centre.conf",
            credentials: files.filter { !$0.hasPrefix("/") }.map { ($0, absolute(secrets.path(of: $0))) })
    }

    private func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    // MARK: - One site

    /// - Throws: where a site of that name cannot be let in.
    func checkIsNew(_ site: String) throws {
        let action = "adding the site \(site)"
        if ingest.sites.contains(where: { $0.name == site }) {
            throw Failure(
                .usage, while: action, because: "there is one of that name",
                remedy: "For new credentials: plated-hub site rotate \(site)")
        }
        if try BrokerUsers(enrol).names.contains(site) {
            throw Failure(
                .usage, while: action,
                because: "the broker has a user of that name, and \(sites.path) no site: it may be somebody else's",
                remedy: "If nobody needs it, take it out first: plated-hub site remove \(site)")
        }
    }

    /// A token for it, and the user that it joins with.
    func open(_ site: String, brokers: [String], until end: WallTime) throws -> SiteToken {
        let brokers = [brokers, enrol.brokers, ingest.access.locations].first { !$0.isEmpty } ?? []
        let authorities = try ingest.access.authorities.map {
            try secrets.lines($0, of: "ca_file", whose: "ingest").joined(separator: "\n") + "\n"
        }
        let token = SiteToken(
            site: site, brokers: brokers, authorities: authorities, listKeys: ["\(try publicKey())"], ends: end)
        try change { try $0.set(token.user, password: token.password, rights: .joining(site)) }
        try reload()
        return token
    }

    /// The line of a token's user; nil where another command or `remove` has taken it away.
    func line(of token: SiteToken) throws -> String? { try BrokerUsers(enrol).line(of: token.user) }

    /// A token lets nobody in any more.
    ///
    /// - Parameter line: of its user. That of a later command for the same site stays.
    func close(_ token: SiteToken, line: String?) throws {
        guard let line, try self.line(of: token) == line else { return }
        try change { $0.remove(token.user) }
        try reload()
    }

    func take(_ request: JoinRequest, of token: SiteToken) throws {
        let lock = try SitesLock(configuration)
        try sites.set(request.site, keys: request.keys)
        var users = try BrokerUsers(enrol)
        users.remove(token.user)
        try users.set(request.site, password: request.password, rights: .site(request.site))
        try users.write()
        withExtendedLifetime(lock) {}
        try reload()
    }

    /// Reads the broker's users, changes and writes them, while nobody else does.
    func change(_ body: (inout BrokerUsers) throws -> Void) throws {
        let lock = try SitesLock(configuration)
        defer { withExtendedLifetime(lock) {} }
        var users = try BrokerUsers(enrol)
        try body(&users)
        try users.write()
    }
}
