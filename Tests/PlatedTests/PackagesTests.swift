import Foundation
import TestSupport
import Testing

/// What `scripts/install-packages` does to Debian's packages, among stand-ins for the programs that it calls.
@Suite struct PackagesTests {
    /// - Parameters:
    ///   - audit: what dpkg says of packages that are half there.
    ///   - broken: whether apt-get cannot mend them.
    private static func run(audit: String, broken: Bool = false) throws -> (result: Program.Result, calls: [String]) {
        let folder = try TemporaryFolder()
        for name in ["install-packages", "packages.txt"] {
            let text = try String(contentsOfFile: repository + "/scripts/" + name, encoding: .utf8)
            try folder.write(text, to: "scripts/" + name)
        }
        let notes = folder.file("notes")
        try folder.program("#!/bin/sh\n", to: "bin/dpkg-query")
        try folder.program(
            "#!/bin/sh\n[ \"$1\" = --audit ] && { echo '\(audit)'; exit; }\necho dpkg \"$@\" >>'\(notes)'\nexit 1\n",
            to: "bin/dpkg")
        // As apt-get does where dpkg was broken off.
        try folder.program(
            """
            #!/bin/sh
            echo apt-get "$@" >>'\(notes)'
            case "$*" in
                *--fix-broken*) echo 'no room left'; \(broken ? "exit 100" : "touch '\(notes).mended'") ;;
                *install*) \(audit.isEmpty ? "true" : "test -e '\(notes).mended'") || { echo interrupted; exit 100; } ;;
            esac
            """, to: "bin/apt-get")
        // Whoever runs the tests: nothing becomes root.
        try folder.program("#!/bin/sh\nexec \"$@\"\n", to: "bin/sudo")
        let result = try Program.run(
            [folder.file("scripts/install-packages"), "onnxruntime"], program: "/bin/bash",
            environment: ["PATH": folder.file("bin") + ":/usr/bin:/bin"])
        return (result, try folder.text("notes").split(separator: "\n").map(String.init))
    }

    @Test func `an installation that was broken off is finished before more is installed`() throws {
        let (result, calls) = try Self.run(audit: "fonts-lato is unpacked and not configured")
        #expect(result.status == 0, "\(result)")
        let install = "install -y --no-install-recommends ca-certificates"
        let steps = ["update", install, "dpkg --configure -a", "--fix-broken", install]
        #expect(calls.count == steps.count && zip(calls, steps).allSatisfy { $0.contains($1) }, "\(calls)")
    }

    @Test func `what cannot be finished is told with the reason`() throws {
        let (result, calls) = try Self.run(audit: "fonts-lato is unpacked and not configured", broken: true)
        #expect(result.status == 1 && result.errors.contains("no room left"), "\(result)")
        #expect(calls.last?.contains("--fix-broken") == true, "\(calls)")
    }

    @Test func `where nothing was broken off nothing is mended, and another installation is waited for`() throws {
        let (result, calls) = try Self.run(audit: "")
        #expect(result.status == 0, "\(result)")
        #expect(calls.count == 2 && calls.allSatisfy { $0.contains("DPkg::Lock::Timeout=") }, "\(calls)")
    }
}
