import ALPR
import Basics
import CameraConfiguration
import ModelStore

#if canImport(Glibc)
    import Glibc
#endif

/// Finds the files of nets: by a path, or by the name of an installed one.
struct NetFiles {
    let catalogue: String?
    let folders: ModelFolders
    private let shippedDetector: String?
    private let shippedReader: String?
    private let shippedOutline: String?

    /// The detectors that are used where they are installed and no other is asked for, the best one first.
    private static let preferredDetectors = ["yolo-v9-t-416", "yolo-v9-t-416-f32", "yolo-v9-t-384"]

    /// The reader that was published.
    static let publishedReader = "cct-xs-v2-global"

    init(installation: Installation) {
        shippedDetector = installation.detector
        shippedReader = installation.reader
        shippedOutline = installation.outline
        catalogue = installation.catalogue
        folders = installation.modelFolders
    }

    /// - Parameter name: of an installed net, or the path of an `.onnx` file; `plated` for the one that comes with plated, `auto` for
    ///   the best that is there.
    func detector(_ name: String) throws -> String {
        switch name {
        case Configuration.Neural.automatic:
            for name in Self.preferredDetectors {
                if let net = try? installed(name, as: .detector).net { return net }
            }
            return try detector(Configuration.Neural.shipped)
        case Configuration.Neural.shipped:
            guard let shippedDetector else {
                throw Failure(
                    .configuration, while: "finding the net \(name)",
                    because: "detector.onnx, which comes with plated, is not installed; set neural.detector"
                )
            }
            return shippedDetector
        default:
            return try Self.isPath(name) ? regular(name, key: "neural.detector") : installed(name, as: .detector).net
        }
    }

    /// The net that a name stands for, and its description.
    ///
    /// - Parameter name: of an installed net, or the path of an `.onnx` file; `plated` for the one that comes with plated, `auto` for that
    ///   one where it is there and for the published one otherwise.
    func reader(_ name: String) throws -> PlateNetFiles {
        switch name {
        case Configuration.Neural.automatic:
            return try reader(shippedReader == nil ? Self.publishedReader : Configuration.Neural.shipped)
        case Configuration.Neural.shipped:
            guard let shippedReader else {
                throw Failure(
                    .configuration, while: "finding the net \(name)",
                    because: "reader.onnx, which comes with plated, is not installed; set neural.reader"
                )
            }
            let files = try described(shippedReader, name: name)
            guard files.further != nil else {
                throw Failure(
                    .configuration, while: "finding the net \(name)",
                    because:
                        "reader_further.onnx, which comes with plated and looks where it is not sure, is not beside"
                        + " \(shippedReader); set neural.reader"
                )
            }
            return files
        default:
            guard Self.isPath(name) else {
                let model = try installed(name, as: .reader)
                return PlateNetFiles(
                    name: name, net: model.net, description: try PlateNetFile.read(model.settings ?? model.net))
            }
            return try described(regular(name, key: "neural.reader"), name: name)
        }
    }

    /// The net that finds the corners of what a reader is shown; nil for readers that are shown upright boxes.
    ///
    /// - Parameter reader: as `reader` says what it is called. What corners gain was measured with the one that comes with plated.
    func outline(for reader: String) throws -> String? {
        guard reader == Configuration.Neural.shipped else { return nil }
        guard let shippedOutline else {
            throw Failure(
                .configuration, while: "finding the net \(reader)",
                because: "outline.onnx, which comes with plated and shows it where plates are, is not installed;"
                    + " set neural.reader"
            )
        }
        return shippedOutline
    }

    /// A net whose description lies beside it: `<name>_plate_config.yaml` or `<name>.yaml`; and a further one, where there is any:
    /// `<name>_further.onnx`.
    private func described(_ path: String, name: String) throws -> PlateNetFiles {
        let stem = path.hasSuffix(".onnx") ? String(path.dropLast(5)) : path
        let candidates = [stem + "_plate_config.yaml", stem + ".yaml"]
        guard let description = candidates.first(where: { access($0, R_OK) == 0 }) else {
            throw Failure(
                .configuration, while: "loading the net \(path)",
                because: "its description is not beside it; looked for"
                    + " \(candidates.joined(separator: " and "))")
        }
        let further = stem + "_further.onnx"
        return PlateNetFiles(
            name: name, net: path,
            further: try access(further, F_OK) == 0 ? regular(further, key: "neural.reader") : nil,
            description: try PlateNetFile.read(description))
    }

    static func isPath(_ name: String) -> Bool { name.contains("/") || name.hasSuffix(".onnx") }

    private func regular(_ path: String, key: String) throws -> String {
        if let objection = RegularFile.objection(to: path) {
            throw Failure(.configuration, while: "finding the net \(path) (\(key))", because: objection)
        }
        return path
    }

    private func installed(_ name: String, as kind: Model.Kind) throws -> (net: String, settings: String?) {
        guard let catalogue else {
            throw Failure(
                .configuration, while: "finding the net \(name)",
                because: "models/catalogue.yaml is not installed; give the path of an .onnx file")
        }
        do { return try installed(name, as: kind, in: ModelCatalogue(file: catalogue)) } catch let error
            as ModelStoreError
        {
            // A service is not to be started again and again for it.
            throw Failure(.configuration, while: error.action, because: error.reason, remedy: error.remedy)
        }
    }

    private func installed(
        _ name: String, as kind: Model.Kind, in catalogue: ModelCatalogue
    ) throws -> (net: String, settings: String?) {
        let model = try catalogue.model(named: name)
        guard model.kind == kind else {
            throw Failure(
                .configuration, while: "finding the net \(name)",
                because: "it is a \(model.kind.rawValue), and not a \(kind.rawValue)")
        }
        let copy = try folders.installed(model)
        guard let net = copy.net else {
            throw Failure(
                .configuration, while: "finding the net \(name)", because: "the catalogue has no .onnx file of it")
        }
        return (net, copy.settings)
    }
}
