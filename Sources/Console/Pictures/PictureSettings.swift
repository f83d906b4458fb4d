import Basics

/// Where posted pictures are read, and who may post them without a token.
public struct PictureSettings: Equatable, Sendable {
    /// Behind which `plated pictures` answers.
    public var socket: String
    /// From a picture's arrival to its answer.
    public var patience: Duration
    /// For clients that have no token; nil for nowhere.
    public var listen: ListenAddress?
    /// Who may ask there, beside this machine.
    public var allow: [AddressRange]

    public static let usual = "/run/plated-pictures/pictures.sock"

    public init(socket: String, patience: Duration, listen: ListenAddress?, allow: [AddressRange]) {
        self.socket = socket
        self.patience = patience
        self.listen = listen
        self.allow = allow
    }

    func mayAsk(_ address: String) -> Bool {
        ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }.contains { $0.contains(address) }
            || allow.contains { $0.contains(address) }
    }
}
