import Fleet
import Settings

extension IngestSettings {
    /// The file of the sites that have joined; nil where they are let in by hand.
    package var sitesPath: String? {
        enrol.map { SecretPlace(configuration: configuration, environment: [:]).path(of: $0.sitesFile) }
    }

    /// As the configuration and the file of sites have them now.
    package func allSites() throws(Problems) -> [SiteSettings] {
        guard let sitesPath else { return named }
        return named + (try Self.sites(inFile: sitesPath)).filter { site in !named.contains { $0.name == site.name } }
    }

    /// With the sites that there are now; with its own where they cannot be read.
    package var current: IngestSettings {
        do throws(Problems) { return try renewed() } catch { return self }
    }

    /// With the sites that there are now.
    package func renewed() throws(Problems) -> IngestSettings {
        var renewed = self
        renewed.sites = try allSites()
        return renewed
    }

    /// - Throws: everything that is wrong with it; a file that is not there has no sites.
    package static func sites(inFile path: String) throws(Problems) -> [SiteSettings] {
        let text: String
        do throws(TextFile.Unreadable) { text = try TextFile(path).text() } catch {
            if error.isMissing { return [] }
            throw Problems([Problem(file: path, message: "cannot be read: \(error.reason)")])
        }
        let findings = MappingReader.Findings(file: path, environment: [:])
        var found: [SiteSettings] = []
        do throws(Problem) {
            let reader = MappingReader(try YAMLFile.root(of: text, file: path), findings: findings)
            found = sites(reader)
            reader.finish()
        } catch { throw Problems([error]) }
        if !findings.problems.isEmpty { throw Problems(findings.problems) }
        return found
    }
}
