import ArgumentParser
import Console

/// What an account may be. Of a program's role it is said elsewhere how a program gets it.
struct AccountRole: ExpressibleByArgument {
    let role: Role

    init(_ role: Role) { self.role = role }

    init?(argument: String) {
        guard let role = Role(rawValue: argument) else { return nil }
        self.role = role
    }

    var defaultValueDescription: String { role.rawValue }
    static var allValueStrings: [String] { Role.ofAccounts.map(\.rawValue) }
}

/// What a token may be. Of an admin's role it is said elsewhere why a program never has it.
struct TokenRole: ExpressibleByArgument {
    let role: Role

    init(_ role: Role) { self.role = role }

    init?(argument: String) {
        guard let role = Role(rawValue: argument) else { return nil }
        self.role = role
    }

    var defaultValueDescription: String { role.rawValue }
    static var allValueStrings: [String] { Role.ofTokens.map(\.rawValue) }
}
