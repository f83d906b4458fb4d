import ArgumentParser
import ModelStore
import Service

#if canImport(Glibc)
    import Glibc
#endif

extension ModelsCommand {
    struct Install: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fetch nets from the projects that made them, or install files that are here.",
            discussion: """
                A download that was cut or stopped goes on where it was when the same command is run again. \
                A file counts only when its size and SHA-256 are the catalogue's.
                """)

        @Argument(help: .init("Nets, as 'plated models list' names them.", valueName: "name"))
        var names: [String]

        @Option(
            help: .init(
                "Without the network: the file, or a folder that holds it; checked in the same way.", valueName: "file")
        )
        var from: String?

        @OptionGroup var places: Places

        func run() throws {
            let catalogue = try places.loadCatalogue()
            let models = try names.map { try catalogue.model(named: $0) }
            let stop = StopSignal()
            for model in models {
                if let there = places.folders.all.map({ InstalledModel(model, in: $0) }).first(where: {
                    $0.state() == .installed
                }) {
                    try StandardOutput.write("\(model.name) is installed already: \(there.folder)\n")
                    continue
                }
                var progress = InstallationProgress()
                let installer = ModelInstaller(
                    model, in: places.folders.standard, authorities: Self.authorities, isStopped: { stop.isGiven },
                    tell: { progress.show($0) })
                defer { progress.clear() }
                if let from { try installer.copy(from: from) } else { try installer.download() }
                progress.clear()
                let folder = InstalledModel(model, in: places.folders.standard).folder
                try StandardOutput.write("\(model.name) is installed: \(folder)\n")
            }
        }

        /// What OpenSSL's own programs go by.
        private static var authorities: String? {
            getenv("SSL_CERT_FILE").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
    }
}

/// What an installation does: a bar on a terminal, lines elsewhere.
private struct InstallationProgress {
    private var bar = ProgressBar()

    mutating func show(_ event: ModelInstaller.Event) {
        switch event {
        case .present(let file): tell("\(file.name) is there already")
        case .downloading(let file, from: 0):
            tell("downloading \(file.name), \(file.size.bytes), from \(file.address ?? "nowhere")")
        case .downloading(let file, let start):
            tell(
                "going on with \(file.name) after \(start.bytes) of \(file.size.bytes), from \(file.address ?? "nowhere")"
            )
        case .progress(let file, let size):
            // Without the name, which the line above tells: in 80 columns there is no room for it.
            bar.show(Double(size) / Double(file.size), "\(size.bytes) of \(file.size.bytes)")
        case .restarting(let file, let why): tell("\(file.name): \(why); from its beginning")
        case .installed(let file): tell("\(file.name): its checksum is right")
        }
    }

    mutating func clear() { bar.clear() }

    private mutating func tell(_ line: String) {
        bar.clear()
        say(line)
    }
}
