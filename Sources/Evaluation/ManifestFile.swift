import ALPR
import Plates
import Settings

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads manifests: of stills, of clips, Turi Create's annotations, or a folder of pictures named after their plate.
public enum ManifestFile {
    private static let pictureEndings: Set<String> = ["jpg", "jpeg", "png", "bmp", "webp", "tif", "tiff", "pgm"]
    /// In bytes: half a million rows.
    private static let largestManifest = 64 << 20
    /// Columns that say something for people.
    private static let remarks: Set<String> = [
        "region", "category", "label_source", "when", "kind", "note", "id", "name",
    ]

    /// - Parameter path: a manifest, a folder with a `manifest.csv`, or a folder of pictures.
    public static func read(_ path: String) throws(Problems) -> Manifest {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        var isFolder = false
        guard fileExists(path, isFolder: &isFolder) else {
            throw Problems([Problem(file: path, message: "there is no such file or folder")]).ofInput(isMissing: true)
        }
        do throws(Problems) {
            guard isFolder else { return try table(path, name: lastPart(of: parent(of: path))) }
            let inside = path + "/manifest.csv"
            return fileExists(inside) ? try table(inside, name: lastPart(of: path)) : try folder(path)
        } catch { throw error.ofInput() }
    }

    // MARK: - Tables

    private static func table(_ path: String, name: String) throws(Problems) -> Manifest {
        let text: String
        do { text = try TextFile(path, upTo: largestManifest).text() } catch {
            throw Problems([Problem(file: path, message: "cannot be read: \(error.reason)")])
        }
        var manifest = try manifest(from: text, path: path)
        manifest.name = name
        return manifest
    }

    /// - Parameter path: of the manifest, for messages; the files that it names stand beside it.
    package static func manifest(from text: String, path: String) throws(Problems) -> Manifest {
        let table = CSVTable(text)
        let header = Set(table.header)
        var reading = TableReading(path: path, folder: parent(of: path), table: table)
        if header.contains("video") {
            reading.check(known: remarks.union(["video", "text"]), needed: ["video", "text"])
            for row in table.rows { reading.addClip(row) }
        } else if header.contains("xMin") {
            let box = ["xMin", "xMax", "yMin", "yMax"]
            reading.check(known: remarks.union(box + ["image", "text"]), needed: box + ["image"])
            for row in table.rows { reading.addPicture(row, columns: ("xMin", "yMin", "xMax", "yMax")) }
        } else if header.contains("image") {
            let box = ["x_min", "y_min", "x_max", "y_max"]
            reading.check(known: remarks.union(box + ["image", "text"]), needed: ["image"])
            for row in table.rows { reading.addPicture(row, columns: ("x_min", "y_min", "x_max", "y_max")) }
        } else {
            throw Problems([
                Problem(
                    file: path, line: 1,
                    message: "is no manifest: expects a column image or video, and a column text; has "
                        + (table.header.isEmpty ? "none" : table.header.joined(separator: ", ")))
            ])
        }
        return reading.manifest
    }

    // MARK: - Folders

    private static func folder(_ path: String) throws(Problems) -> Manifest {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: path).sorted() } catch {
            throw Problems([Problem(file: path, message: "cannot be listed")])
        }
        var manifest = Manifest(name: lastPart(of: path), file: path)
        for name in names where pictureEndings.contains(ending(of: name)) {
            // AB12CD.jpg, AB12CD_2.jpg, AB-12-CD (1).jpg.
            let stem = name.dropLast(ending(of: name).count + 1)
            let text = String(stem.prefix { $0 != "_" && $0 != "(" }).plateCharacters
            guard isPlate(text) else {
                manifest.problems.append(
                    Problem(
                        file: path + "/" + name,
                        message:
                            "is left out: its name begins with no plate; name it after its plate, such as AB12CD.jpg,"
                            + " or list it in a manifest.csv"))
                continue
            }
            manifest.pictures.append(
                LabelledPicture(path: path + "/" + name, plates: [LabelledPlate(box: nil, text: text)]))
        }
        if manifest.pictures.isEmpty {
            throw Problems([
                Problem(
                    file: path,
                    message: "holds neither a manifest.csv nor a picture named after its plate, such as AB12CD.jpg")
            ])
        }
        return manifest
    }

    /// Whether the start of a picture's name can be a plate: not what a camera (IMG_0001.jpg) or a clock (20260101_1200.jpg) calls it.
    private static func isPlate(_ text: String) -> Bool {
        // All are ASCII.
        (2...12).contains(text.count) && text.contains(where: \.isNumber) && text.contains(where: \.isLetter)
    }

    // MARK: - Paths

    private static func fileExists(_ path: String) -> Bool {
        var isFolder = false
        return fileExists(path, isFolder: &isFolder)
    }

    static func fileExists(_ path: String, isFolder: inout Bool) -> Bool {
        var answer: Bool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &answer)
        isFolder = answer
        return exists
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    private static func lastPart(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private static func ending(of name: String) -> String {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }
}
