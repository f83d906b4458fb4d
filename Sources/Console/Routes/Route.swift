import HTTPTypes
import Hummingbird

/// An address of the console. Nobody gets to it who has not got its role: there is no route without one.
struct Route: Sendable {
    enum Access: Equatable, Sendable {
        /// Logged in or not.
        case everybody
        /// Logged in, and no less than this; nobody who sees some cameras alone.
        case from(Role)
        /// The same, and also those who see some cameras alone: the route asks of everything that it shows whose camera it is.
        case ofCameras(Role)
        /// A program that has pictures read: a token for that, and nobody else.
        case pictures

        /// Nil for everybody.
        var role: Role? {
            switch self {
            case .everybody: nil
            case .from(let role), .ofCameras(let role): role
            case .pictures: .reader
            }
        }
    }

    typealias Handler = @Sendable (Query) async throws -> Response

    let method: HTTPRequest.Method
    /// Parts of the path; nil for one that may be anything.
    let path: [String?]
    let access: Access
    /// Of what is sent to it, in bytes: a login, or a correction.
    let largestBody: Int
    /// Whether a form with a file in it is taken, too.
    let takesFile: Bool
    let handler: Handler

    static let usualBody = 16_384

    /// - Parameters:
    ///   - path: such as `/plates/*/crop.jpg`.
    ///   - file: how large a form may be that has a file in it, in bytes; nil where none has.
    ///   - largest: how large a form without one may be.
    init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, file: Int? = nil, largest: Int = usualBody,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.path = path.split(separator: "/").map { $0 == "*" ? nil : String($0) }
        self.access = access
        largestBody = file ?? largest
        takesFile = file != nil
        self.handler = handler
    }

    /// What stands at the open places of a path; nil where it is another's.
    func parts(of path: [String]) -> [String]? {
        guard path.count == self.path.count else { return nil }
        var open: [String] = []
        for (mine, other) in zip(self.path, path) {
            if let mine {
                if mine != other { return nil }
            } else {
                open.append(other)
            }
        }
        return open
    }
}
