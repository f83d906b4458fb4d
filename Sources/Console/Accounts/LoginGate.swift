import Basics
import Dispatch
import Records

/// Tries passwords one at a time, since each takes 64 MB. Whoever finds too many waiting has to come again.
actor LoginGate {
    enum Answer: Equatable, Sendable {
        case right(Token)
        case wrong
        /// Too many failed: seconds until the next may be tried.
        case wait(Int)
        case busy

        static func == (a: Answer, b: Answer) -> Bool {
            switch (a, b) {
            case (.right(let a), .right(let b)): a.text == b.text
            case (.wrong, .wrong), (.busy, .busy): true
            case (.wait(let a), .wait(let b)): a == b
            default: false
            }
        }
    }

    private static let longestQueue = 8

    private let accounts: AccountFile
    private let thread = DispatchQueue(label: "passwords")
    private var waiting = 0
    /// Of no password: an unknown name takes as long as a wrong password.
    private var decoy: String?

    init(accounts: AccountFile) {
        self.accounts = accounts
    }

    func logIn(_ name: String, password: String, from address: String, at now: WallTime) async throws -> Answer {
        // A name that is none of ours is counted under its address alone, so that the file does not grow by names.
        let isName = AccountName.fits(name)
        let who = ["from \(address)"] + (isName ? ["as \(name)"] : [])
        if let seconds = try accounts.wait(for: who, at: now) { return .wait(seconds) }
        guard waiting < Self.longestQueue else { return .busy }
        waiting += 1
        defer { waiting -= 1 }
        let known = isName ? try accounts.hash(of: name) : nil
        let hash = try known ?? decoyHash()
        let isRight = await withCheckedContinuation { continuation in
            thread.async { continuation.resume(returning: Password.fits(password, hash: hash)) }
        }
        guard isRight, known != nil else {
            try accounts.failed(who, at: now)
            return .wrong
        }
        // Others may have failed meanwhile: those that were let in together must not get more tries than one after the other.
        if let seconds = try accounts.wait(for: who, at: now) { return .wait(seconds) }
        // The password may have been changed, or the account removed, while this one was tried.
        return try accounts.begin(name, ifHashIs: hash, at: now).map { .right($0) } ?? .wrong
    }

    private func decoyHash() throws -> String {
        if let decoy { return decoy }
        let hash = try Password.hash(Token().text)
        decoy = hash
        return hash
    }
}
