import ArgumentParser
import Foundation
import PlateDrawing

/// A file of plates, one a line, as `RenderedPlate` takes them.
enum PlateList {
    static func read(_ path: String) throws -> [String] {
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw ValidationError("reading the plates \(path): there is no such file, or it is not a text in UTF-8")
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.element.allSatisfy(\.isWhitespace) }
        guard !lines.isEmpty else { throw ValidationError("reading the plates \(path): there is none in it") }
        for (number, line) in lines {
            if let odd = line.first(where: { !" -•".contains($0) && !PlateFont.characters.contains($0) }) {
                throw ValidationError("\(path):\(number + 1): the plate font has no \"\(odd)\"")
            }
        }
        return lines.map { String($0.element) }
    }
}
