import Basics
import Delivery
import Files
import History
import PostgreSQLHistory

#if canImport(Glibc)
    import Glibc
#endif

/// Which history the settings mean: a file, or a database of PostgreSQL. The one place where either is opened.
struct HistoryPlace: Sendable {
    /// Of SQLite; beside it lies what the hub keeps of its own, whichever history it has.
    let path: String
    private let address: String?
    private let passwordFile: String?
    private let hub: String
    private let secrets: SecretPlace

    /// - Parameter given: a file, in place of the configuration's history.
    init(_ settings: HubConfiguration, given: String? = nil, secrets: SecretPlace) {
        path = given ?? settings.historyFile(in: .current)
        address = given == nil ? settings.history.postgresql : nil
        passwordFile = settings.history.passwordFile
        hub = settings.name ?? HubName.ofMachine
        self.secrets = secrets
    }

    /// For people.
    var shown: String {
        get throws { try server?.shown ?? path }
    }

    /// Makes it where it is not there, and brings an older one to the present form.
    func writing() async throws -> any History {
        guard let server = try server else { return try SQLiteHistory(path: path, access: .writing) }
        return try await PostgreSQLHistory(server, hub: hub, access: .writing)
    }

    /// Changes nothing. How cameras stand is what the hub says that runs here; nobody knows where none does.
    func reading() async throws -> any History {
        let history = try await opened()
        if HistoryLock.isHeld(path) { history.news.standing.followsAnotherProcess() }
        return history
    }

    private func opened() async throws -> any History {
        guard let server = try server else { return try SQLiteHistory(path: path, access: .reading) }
        return try await PostgreSQLHistory(server, hub: hub, access: .reading)
    }

    /// Moves it away, so that a new one can be made from the logs.
    ///
    /// - Returns: where it is now; nil where there was none.
    func setAside() async throws -> String? {
        guard let server = try server else { return try SQLiteHistory.setAside(path) }
        return try await PostgreSQLHistory.setAside(server)
    }

    /// Reads what is secret; asks nobody.
    func check() throws {
        guard try server == nil else { return }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        throw Failure(
            .configuration, while: "opening the history \(path)", because: "it is a folder or a device, and no file",
            remedy: "Name a file: history.path.")
    }

    private var server: ServerPlace? {
        get throws {
            guard let address else { return nil }
            let password = try passwordFile.map { try secrets.lines($0, of: "password_file", whose: "the history")[0] }
            return try ServerPlace(address, password: password)
        }
    }
}

extension HistoryPlace {
    /// Gives all that SQLite keeps of the history to the owner of its folder: the service, which runs as another user, is to go on with it.
    func giveFiles() {
        for ending in ["", "-wal", "-shm"] { FilePlace.giveToOwnerOfFolder(path + ending) }
    }
}
