import ArgumentParser
import Console

/// A role on the command line. Help offers those that can be had there; of the others it is said elsewhere why not, so they are taken in.
protocol RoleArgument: ExpressibleByArgument {
    static var choices: [Role] { get }
    var role: Role { get }
    init(role: Role)
}

extension RoleArgument {
    init?(argument: String) {
        guard let role = Role(rawValue: argument) else { return nil }
        self.init(role: role)
    }

    var defaultValueDescription: String { role.rawValue }
    static var allValueStrings: [String] { choices.map(\.rawValue) }
}

/// What an account may be.
struct AccountRole: RoleArgument {
    static let choices = Role.ofAccounts
    var role: Role
}

/// What a token may be.
struct TokenRole: RoleArgument {
    static let choices = Role.ofTokens
    var role: Role
}
