import Basics
import Settings
import Yams

/// The nets that can be installed, from a file such as `models/catalogue.yaml`.
public struct ModelCatalogue: Equatable, Sendable {
    public let file: String
    public let models: [Model]

    /// - Throws: all `Problems` of the file, with their lines.
    public init(file: String) throws(Problems) {
        do {
            try self.init(text: YAMLFile.text(of: file), file: file)
        } catch let problem as Problem {
            throw Problems([problem])
        } catch {
            throw error as? Problems ?? Problems([Problem(file: file, message: "\(error)")])
        }
    }

    /// - Parameter file: the path for messages.
    package init(text: String, file: String) throws {
        self.file = file
        var reading = CatalogueReading(file: file)
        models = reading.models(try YAMLFile.root(of: text, file: file))
        if !reading.findings.problems.isEmpty { throw Problems(reading.findings.problems) }
    }

    /// - Throws: `ModelStoreError`, with the names that there are.
    public func model(named name: String) throws(ModelStoreError) -> Model {
        if let model = models.first(where: { $0.name == name }) { return model }
        let names = models.map(\.name)
        let nearest = names.min { $0.editDistance(to: name) < $1.editDistance(to: name) }
        let hint = nearest.flatMap { $0.editDistance(to: name) <= 4 ? "Did you mean \($0)? " : nil } ?? ""
        throw ModelStoreError(
            .unknown, "looking for the net \(name.printableName)", "\(file) has none of that name",
            hint + "There are: \(names.joined(separator: ", "))")
    }
}

/// Reads a catalogue's YAML and notes all that is wrong with it.
private struct CatalogueReading {
    let findings: MappingReader.Findings

    init(file: String) {
        findings = .init(file: file, environment: [:])
    }

    mutating func models(_ root: Node?) -> [Model] {
        let reader = MappingReader(root, findings: findings)
        let models = elements("models", of: reader).compactMap(model)
        reader.finish()
        if models.isEmpty, findings.problems.isEmpty { reader.problem(at: root, key: "models", "is empty") }
        for (index, model) in models.enumerated() where models[..<index].contains(where: { $0.name == model.name }) {
            reader.problem(at: root, key: "models", "has \(model.name) twice")
        }
        return models
    }

    private func model(_ node: Node) -> Model? {
        let reader = MappingReader(node, path: ["models"], findings: findings)
        var model = Model(name: "", kind: .detector, files: [])
        reader.string("name", into: &model.name)
        reader.choice("kind", into: &model.kind)
        reader.string("about", into: &model.about)
        reader.string("project", into: &model.project)
        reader.string("licence", into: &model.licence)
        model.files = elements("files", of: reader).map(file)
        if !model.name.isPlainName { reader.problem("name", "takes small letters, digits, dots and dashes") }
        if !reader.has("kind") { reader.problem(at: node, key: "kind", "is missing") }
        if model.files.isEmpty { reader.problem(at: node, key: "files", "is missing, or empty") }
        reader.finish()
        return model
    }

    private func file(_ node: Node) -> Model.File {
        let reader = MappingReader(node, path: ["models", "files"], findings: findings)
        var file = Model.File(name: "", address: nil, size: 0, checksum: "")
        reader.string("name", into: &file.name)
        reader.string("address", into: &file.address)
        reader.integer("size", in: 1...4_000_000_000, into: &file.size)
        reader.string("sha256", into: &file.checksum)
        if !file.name.isPlainName {
            reader.problem(at: node, key: "name", "takes the name of a file, without folders")
        }
        if let address = file.address, !["https://", "http://"].contains(where: address.hasPrefix) {
            reader.problem(at: node, key: "address", "starts with https:// (or http://)")
        }
        if file.size == 0 { reader.problem(at: node, key: "size", "is missing") }
        if file.checksum.utf8.count != 64 || !file.checksum.utf8.allSatisfy(\.isHexadecimal) {
            reader.problem(at: node, key: "sha256", "takes 64 digits, 0-9 and a-f")
        }
        reader.finish()
        return file
    }

    private func elements(_ key: String, of reader: MappingReader) -> [Node] {
        guard let node = reader.node(key) else { return [] }
        guard case .sequence(let sequence) = node else {
            reader.problem(at: node, key: key, "expects a list")
            return []
        }
        return Array(sequence)
    }
}

extension String {
    /// Fit to be the name of a file or folder, whatever comes before or after it.
    fileprivate var isPlainName: Bool {
        !isEmpty && utf8.count <= 100 && first != "." && first != "-"
            && utf8.allSatisfy {
                0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || [0x2D, 0x2E, 0x5F].contains($0)
            }
    }

    /// In quotation marks; without what could change a terminal.
    var printableName: String {
        "\"" + String(unicodeScalars.map { $0.properties.isWhitespace || $0.value < 32 ? " " : Character($0) }) + "\""
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool { 0x30...0x39 ~= self || 0x61...0x66 ~= self }
}
