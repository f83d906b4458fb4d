import Basics
import Delivery
import Fleet
import Foundation
import History
import Logging
import Rules
import Settings

/// What takes sites in and sends them lists. Where a site has joined or was shut out (`plated-hub site`), it begins anew with those there
/// are then.
struct CentreService {
    /// How often the file of sites is looked at.
    private static let pulse = Duration.seconds(2)

    private let settings: HubConfiguration
    private let ingest: IngestSettings
    private let secrets: SecretPlace
    private let history: any History
    private let lists: ListWatch
    private let asker: PictureAsker?
    /// Which sites this centre takes in, and what they say of their cameras.
    let share: SiteShare
    private let talk: Logger

    /// Nil where no site reports here. Reads what is secret, so that what is wrong with it shows before anything begins.
    init?(
        _ settings: HubConfiguration, secrets: SecretPlace, history: any History, lists: ListWatch,
        asker: PictureAsker?, talk: Logger
    ) throws {
        guard let ingest = settings.ingest else { return nil }
        self.settings = settings
        self.ingest = ingest
        self.secrets = secrets
        self.history = history
        self.lists = lists
        self.asker = asker
        self.talk = talk
        share = asker?.share ?? SiteShare()
        _ = try settings.centre(of: ingest, share: share, secrets: secrets, history: history, talk: talk)
        if ingest.listsOfSites != nil {
            _ = try settings.listSender(
                of: ingest, lists, after: ListBook(), secrets: secrets, history: history, talk: talk)
        }
    }

    /// Runs until the task is cancelled, or the history cannot go on.
    func run() async throws {
        var now = ingest
        while true {
            let stamp = stamp
            do throws(Problems) { now = try now.renewed() } catch {
                talk.error("\(error); until that is mended the sites are as before")
            }
            await asker?.take(now.sites.map(\.name))
            // First: while the history is away, this is all that is done, again and again.
            let book = try await ListBook(of: history)
            let centre = try settings.centre(
                of: now, share: share, secrets: secrets, history: history, talk: talk)
            let sender = try settings.listSender(
                of: now, lists, after: book, secrets: secrets, history: history, talk: talk)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await centre.run() }
                if let sender { group.addTask { try await sender.run() } }
                group.addTask {
                    while stamp == self.stamp { try await Task.sleep(for: Self.pulse) }
                }
                try await group.next()
                group.cancelAll()
                do { try await group.waitForAll() } catch is CancellationError {}
            }
            try Task.checkCancellation()
            talk.notice("the file of sites has changed, \(ingest.sitesPath ?? ""): it is read anew")
        }
    }

    /// Tells the file of sites from what it was before.
    private var stamp: [Int] {
        guard let path = ingest.sitesPath else { return [] }
        var status = Glibc.stat()
        guard stat(path, &status) == 0 else { return [] }
        return [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_size)]
    }
}
