import Basics
import CCurl
import CMosquitto

#if canImport(Glibc)
    import Glibc
#endif

/// What kept a record from arriving, as whoever tried it knows it. Whose doing it is is decided here, and nowhere else: a record that can never
/// arrive goes to the dead letters, and a destination that takes nothing is tried again.
enum DeliveryFault: Sendable, Equatable {
    /// An answer of a web server, and the wait that it asked for.
    case status(Int, asked: Duration? = nil)
    /// A request without an answer: what libcurl says of it.
    case transfer(CURLcode)
    /// The request's address was made of the record, and is none.
    case address
    /// A message that libmosquitto does not take, by its code.
    case message(Int32)
    /// The end of a program.
    case program(status: Int32)
    /// A program that could not be started: the number of the error.
    case start(Int32)
    /// A broker without a connection to it.
    case connection

    /// Answers that tell of the address, of rights or of the moment, and not of what was sent.
    private static let ofServer = [401, 403, 404, 405, 407, 408, 410, 425, 429]

    /// True where the same record would fail another time, whatever becomes of the destination.
    var isOfRecord: Bool {
        switch self {
        case .status(let status, _): 400..<500 ~= status && !Self.ofServer.contains(status)
        case .address: true
        // A topic that is too long, or no text; a payload that MQTT has no length for.
        case .message(let code):
            [MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_INVAL, MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_OVERSIZE_PACKET]
                .contains { Int32($0.rawValue) == code }
        case .program(let status): status == Int32(ExitStatus.badData.rawValue)
        // Its values fit into no environment, or a name into no folder.
        case .start(let code): [E2BIG, ENAMETOOLONG, EILSEQ].contains(code)
        case .transfer, .connection: false
        }
    }

    /// True where nobody was reached who could have taken it.
    var isAway: Bool {
        switch self {
        case .transfer(let code):
            [
                CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR,
                CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CERTPROBLEM,
            ].contains(code)
        case .start: !isOfRecord
        case .connection: true
        case .status, .address, .message, .program: false
        }
    }

    var verdict: Trouble.Verdict {
        if isOfRecord { return .refused }
        guard case .status(let status, let asked) = self else { return .again(after: nil) }
        return status == 410 ? .stopped : .again(after: asked)
    }
}

extension Trouble {
    /// - Parameter reason: in words, without a plate or a secret in it.
    init(_ fault: DeliveryFault, _ reason: String) {
        self.init(fault.verdict, reason)
        isAway = fault.isAway
    }
}
