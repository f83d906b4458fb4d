import Addresses
import Plates
import Settings
import Yams

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads countries' plate formats from files, one `<code>.yaml` a country.
public enum FormatFile {
    private static let suffix = ".yaml"

    /// The countries of these codes, in this order, or what is wrong with any of their files.
    public static func load(codes: [String], folder: String) -> Result<[Country], Problems> {
        let known: [String]
        do {
            known = try Self.codes(in: folder)
        } catch {
            return .failure(
                Problems([Problem(file: folder, message: "cannot be read: \(YAMLFile.reasonOfFolder(error))")]
                ))
        }
        var countries: [Country] = []
        var problems: [Problem] = []
        for code in codes {
            guard known.contains(code) else {
                let choice = known.isEmpty ? "the folder has none" : "there are \(known.joined(separator: ", "))"
                problems.append(
                    Problem(file: folder, message: "has no formats of \"\(SourceAddress(code))\"; \(choice)"))
                continue
            }
            switch load(path: "\(folder)/\(code)\(suffix)") {
            case .success(let country): countries.append(country)
            case .failure(let found): problems += found.all
            }
        }
        return problems.isEmpty ? .success(countries) : .failure(Problems(problems))
    }

    /// All countries of a folder, in the order of their codes, or what is wrong with any of their files.
    public static func loadAll(folder: String) -> Result<[Country], Problems> {
        // A folder that cannot be listed is told by `load`.
        load(codes: (try? codes(in: folder)) ?? [], folder: folder)
    }

    /// The country that a file describes, or everything that is wrong with the file.
    public static func load(path: String) -> Result<Country, Problems> {
        do {
            return country(from: try YAMLFile.text(of: path), file: path)
        } catch {
            return .failure(Problems([error]))
        }
    }

    /// - Parameter file: the path for messages; the name at its end must be the country's code.
    package static func country(from text: String, file: String) -> Result<Country, Problems> {
        let root: Node?
        do {
            root = try YAMLFile.root(of: text, file: file)
        } catch {
            return .failure(Problems([error]))
        }
        guard let root else { return .failure(Problems([Problem(file: file, message: "is empty")])) }
        var reading = FormatReading(file: file, code: code(of: file))
        guard let country = reading.country(from: root), reading.problems.isEmpty else {
            return .failure(Problems(reading.problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }))
        }
        return .success(country)
    }

    // MARK: - Names

    /// The codes that have a file, sorted.
    private static func codes(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(suffix) }.map { code(of: $0) }
            .sorted()
    }

    /// `nl` for `/usr/share/plated/formats/nl.yaml`.
    private static func code(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    }
}
