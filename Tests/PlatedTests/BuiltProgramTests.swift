import Foundation
import TestSupport
import Testing

/// Which built programs `scripts/install` takes. A source tree of its own, and a compiler that makes stand-ins.
@Suite struct BuiltProgramTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "tree/Sources/plated/Main.swift")
        try folder.write("", to: "tree/Package.swift")
        try folder.write("", to: "tree/Package.resolved")
        for name in try FileManager.default.contentsOfDirectory(atPath: repository)
        where !["Sources", "Tests", "Package.swift", "Package.resolved", "scripts"].contains(name)
            && !name.hasPrefix(".")
        {
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("tree/\(name)"), withDestinationPath: repository + "/" + name)
        }
        for name in ["install", "build-release", "install-onnxruntime", "behind-caddy"] {
            try folder.program(
                String(contentsOfFile: repository + "/scripts/" + name, encoding: .utf8), to: "tree/scripts/\(name)")
        }
        try folder.program("#!/bin/sh\n", to: "tree/scripts/install-packages")
        // As the real one: what does not change is not linked again.
        try folder.program(
            """
            #!/bin/sh
            mkdir -p .build/release
            for name in plated plated-hub; do
                case " $* " in *" --product $name "*) ;; *) continue ;; esac
                if [ -e ".build/release/$name" ]; then continue; fi
                printf '#!/bin/sh\\necho %s 1.2.3\\n' "$name" >".build/release/$name"
                chmod +x ".build/release/$name"
            done

            """, to: "bin/swift")
        for name in ["plated/Main.swift", "plated", ""] { try date("tree/Sources/\(name)", -100) }
        for name in ["Package.swift", "Package.resolved"] { try date("tree/\(name)", -100) }
    }

    private func date(_ name: String, _ seconds: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: folder.file(name))
    }

    private func script(_ name: String, _ arguments: String...) throws -> Program.Result {
        try Program.run(
            arguments, program: folder.file("tree/scripts/\(name)"),
            environment: [
                "DESTDIR": folder.file("root"), "SUDO_USER": "anna",
                "PATH": folder.file("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
            ])
    }

    @Test func `a program that is older than its sources is not installed, and one that was built since is`() throws {
        let none = try script("install")
        #expect(none.status == 1 && none.errors.contains("there is no plated to install yet"), "\(none)")
        #expect(try script("build-release").status == 0)
        #expect(try script("install").status == 0)
        for source in ["Sources/plated/Main.swift", "Package.swift", "Package.resolved"] {
            try date("tree/\(source)", 100)
            let old = try script("install")
            #expect(old.status == 1 && old.errors.contains("is older than its sources"), "\(source): \(old)")
            try date("tree/\(source)", -100)
            #expect(try script("install").status == 0, "\(source)")
        }
    }

    @Test func `a change that a program has nothing of leaves it good once it was built`() throws {
        #expect(try script("build-release").status == 0)
        for name in ["release/plated", "built/plated"] { try date("tree/.build/\(name)", -50) }
        try date("tree/Sources/plated/Main.swift", -20)
        #expect(try script("install").status == 1)
        #expect(try script("build-release").status == 0)
        let result = try script("install")
        #expect(result.status == 0, "\(result)")
    }

    @Test func `the hub that is installed is not renewed with one of long ago`() throws {
        #expect(try script("build-release", "plated", "plated-hub").status == 0)
        #expect(try script("install", "--hub").status == 0)
        try date("tree/.build/built/plated-hub", -200)
        let old = try script("install")
        #expect(old.status == 1 && old.errors.contains("the plated-hub that is built here is older"), "\(old)")
        #expect(old.errors.contains("scripts/build-release plated plated-hub; then again"), "\(old)")
        #expect(try script("build-release", "plated", "plated-hub").status == 0)
        #expect(try script("install").status == 0)
    }
}
