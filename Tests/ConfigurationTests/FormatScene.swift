import Foundation
import Settings
import TestSupport
import Testing

@testable import CameraConfiguration

/// The formats that come with plated.
let formatFolder = repository + "/config/formats"

func problems<Success>(_ result: Result<Success, Problems>) -> [String] {
    switch result {
    case .success: []
    case .failure(let problems): problems.all.map(\.description)
    }
}

func problems(in text: String) -> [String] {
    problems(FormatFile.country(from: text, file: "xx.yaml"))
}

func problems(loading path: String) -> [String] {
    problems(FormatFile.load(path: path))
}

/// Calls `body` with a folder that holds these files, by name, and removes it.
func withFolder(
    _ files: [String: String], encoding: String.Encoding = .utf8, _ body: (String) throws -> Void
) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "plated-formats-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            Issue.record(error)
        }
    }
    for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: encoding) }
    try body(folder)
}
