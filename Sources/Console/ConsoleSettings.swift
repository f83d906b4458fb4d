import Basics
import NIOSSL
import Settings

#if canImport(Glibc)
    import Glibc
#endif

/// Where the console listens, and what it may be called.
public struct ConsoleSettings: Equatable, Sendable {
    /// An address with a port; nil where there is to be no console.
    public var listen: ListenAddress?
    /// Names that it may be asked by, beside addresses, localhost and *.local.
    public var hosts: [String]
    /// Whether a proxy stands in front of it, which speaks TLS with the world.
    public var behindProxy: Bool
    /// Files in PEM: the chain, the machine's own first, and its key.
    public var certificate: String?
    public var key: String?

    public static let usual = "127.0.0.1:8480"

    public init(
        listen: ListenAddress?, hosts: [String], behindProxy: Bool, certificate: String? = nil, key: String? = nil
    ) {
        self.listen = listen
        self.hosts = hosts
        self.behindProxy = behindProxy
        self.certificate = certificate
        self.key = key
    }

    var hasTLS: Bool { certificate != nil }

    /// How it speaks TLS; nil where it does not.
    func tls() throws(Failure) -> TLSConfiguration? {
        guard let certificate, let key else { return nil }
        func refusal(_ reason: String) -> Failure {
            Failure(
                .configuration, while: "reading the console's certificate \(certificate) and its key \(key)",
                because: reason,
                remedy: "Both are files in PEM, which the hub's user has to be able to read.")
        }
        for path in [certificate, key] where access(path, R_OK) != 0 {
            throw refusal("\(path): \(String(cString: strerror(errno)))")
        }
        // Neither a pipe nor a device has it wait.
        func bytes(_ path: String) throws(Failure) -> [UInt8] {
            do { return Array(try TextFile(path).text().utf8) } catch { throw refusal("\(path): \(error.reason)") }
        }
        let (chainBytes, keyBytes) = (try bytes(certificate), try bytes(key))
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMBytes(chainBytes) } catch {
            throw refusal("\(certificate) has no certificate in PEM")
        }
        let secret: NIOSSLPrivateKey
        do { secret = try NIOSSLPrivateKey(bytes: keyBytes, format: .pem) } catch {
            throw refusal("\(key) has no private key in PEM")
        }
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(secret))
        tls.minimumTLSVersion = .tlsv12
        return tls
    }

    /// Refuses a certificate and a key that are none.
    public func checkCertificate() throws(Failure) { _ = try tls() }

    /// Refuses what would show plates, or passwords on their way, to a network.
    ///
    /// - Parameter accounts: how many there are; nil where that is not known yet.
    public func check(accounts: Int?) throws(Failure) {
        guard let listen, !listen.isLoopback else { return }
        let action = "opening the console at \(listen)"
        if !hasTLS, !behindProxy {
            throw Failure(
                .configuration, while: action,
                because: "passwords and plates would cross the network unencrypted",
                remedy: """
                    Give it a certificate and a key (console.certificate, console.key), or let it listen at 127.0.0.1 behind a proxy that \
                    speaks TLS; one on another machine is named by console.behind_proxy.
                    """)
        }
        if accounts == 0 {
            throw Failure(
                .configuration, while: action, because: "nobody has an account, and others can reach it",
                remedy: "Add one first: plated-hub user add NAME --role admin")
        }
    }
}
