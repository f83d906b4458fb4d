import Answers
import Console

/// Accounts as they are printed.
struct UserTable {
    let text: String

    init(_ accounts: [Account], zone: LocalZone = .current) {
        if accounts.isEmpty {
            text = "Nobody has an account. To add one: plated-hub user add NAME --role admin\n"
            return
        }
        var table = TextTable(["name", "role", "cameras", "made", "last login"])
        for account in accounts {
            table.add([
                account.name, account.role.rawValue,
                account.cameras.isEmpty ? "all" : account.cameras.joined(separator: " "), zone.text(account.made),
                account.seen.map(zone.text) ?? "never",
            ])
        }
        text = table.text
    }
}
