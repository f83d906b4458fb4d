import GRDB
import Records

/// Values of a record that may be damaged: what cannot be read is an error, and ends nothing.
extension Row {
    func text(_ column: String) throws -> String { try decode(String.self, forColumn: column) }

    func number(_ column: String) throws -> Int { try decode(Int.self, forColumn: column) }

    func time(_ column: String) throws -> WallTime {
        WallTime(milliseconds: try decode(Int64.self, forColumn: column))
    }

    func timeIfAny(_ column: String) throws -> WallTime? {
        try decode(Int64?.self, forColumn: column).map { WallTime(milliseconds: $0) }
    }

    /// A role that is none lets nobody in.
    var role: Role {
        get throws {
            guard let role = Role(rawValue: try text("role")) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a record in it has no role")
            }
            return role
        }
    }

    /// Names of cameras, which have no space in them.
    func names(_ column: String) throws -> [String] { try text(column).split(separator: " ").map(String.init) }
}
