import Settings

/// A server that reads again.
extension ConfigurationKey {
    static var remote: Self {
        section(
            "remote",
            [
                choice("protocol", \.remote.service),
                text("url", \.remote.url),
                keyFile,
                text("authorities", \.remote.authorities),
                milliseconds("deadline_ms", in: 100...60_000, \.remote.deadline),
                integer("crops_per_request", in: 1...16, \.remote.cropsPerRequest),
                integer("requests_per_minute", in: 1...1800, \.remote.requestsPerMinute),
                integer("crops_per_day", in: 1...10_000_000, \.remote.cropsPerDay),
                integer("megabytes_per_day", in: 1...1_000_000, \.remote.megabytesPerDay),
                number("sure", in: 0.1...1, \.remote.sure),
            ],
            finish: { section, reading in
                for problem in reading.configuration.remote.problems {
                    section.problem(String(problem.key.dropFirst("remote.".count)), problem.message)
                }
            })
    }

    private static var keyFile: Self {
        value(
            "key_file",
            read: { section, reading in
                var name: String?
                section.string("key_file", into: &name)
                guard let name else { return }
                reading.configuration.remote.hasKeyFile = true
                let file = CredentialsFile(
                    name: name, configuration: reading.path, serviceFolder: reading.surroundings.credentials,
                    use: .remoteKey)
                let content: CredentialsFile.Content
                do throws(CredentialsFile.Unfit) { content = try file.content() } catch {
                    return section.problem("key_file", error.message)
                }
                switch content {
                case .line(let line, _) where isKey(line): reading.configuration.remote.key = .init(line)
                case .line:
                    section.problem(
                        "key_file", "names a file whose first line is no key: it has spaces or signs that no key has")
                case .forbidden where reading.surroundings.forgivesForbiddenSecrets:
                    section.note(
                        "key_file",
                        "names a file that this user may not read, so the key is not checked; systemd hands it over to a service"
                    )
                case .forbidden:
                    section.problem(
                        "key_file",
                        "names a file that this user may not read; systemd hands it over to a service, and root may read it"
                    )
                }
            },
            text: { $0.remote.key == nil ? "null" : "\"***\"" })
    }

    /// What goes into a header as it is.
    private static func isKey(_ text: String) -> Bool {
        text.utf8.count <= 4096 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
