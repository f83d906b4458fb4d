import ArgumentParser
import Basics
import Proof
import Service

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Print the public half of the key that seals this machine's logs.",
        discussion: """
            Keep what it prints where nobody who may write to the logs can change it: with it, anybody can check them (plated
            verify --key). The key of a service is root's and the scanners' alone: sudo plated key.
            """)

    @Option(help: .init("The key; by default this machine's.", valueName: "file"))
    var key: String?

    @Flag(help: "Print nothing but the public key in PEM.")
    var pem = false

    func run() throws {
        guard let path = MachineKey(named: key)?.path else {
            throw Failure(
                .noInput, while: "looking for the key of this machine", because: "there is no home and no state folder",
                remedy: "Name it: plated key --key FILE")
        }
        guard let key = try KeyFile(path: path).read()?.publicKey else {
            throw Failure(
                .noInput, while: "looking for the key of this machine", because: "there is no \(path)",
                remedy: "The first start of a scanner makes it. For the key of a service: sudo plated key")
        }
        try StandardOutput.write(
            pem
                ? key.pem
                : """
                file         \(path)
                public key   \(key)
                fingerprint  \(key.fingerprint)
                \(key.pem)
                """)
    }
}
