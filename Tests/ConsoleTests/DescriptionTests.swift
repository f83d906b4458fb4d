import Answers
import Foundation
import HTTPTypes
import History
import Logging
import NIOPosix
import Rules
import TestSupport
import Testing

@testable import Console

/// What the API says of itself. `scripts/test-console` asks a running hub whether it keeps to it.
@Suite struct DescriptionTests {
    private func routes() throws -> [Route] {
        try Routes.onNothing(in: try TemporaryFolder()).all
    }

    @Test func `every route for programs is described, and no other`() throws {
        let object = try JSONSerialization.jsonObject(with: Data(Pages.description)) as? [String: Any]
        let paths = try #require(object?["paths"] as? [String: [String: Any]])
        let described = paths.flatMap { path, methods in
            methods.keys.map { "\($0.uppercased()) \(path.replacing(/\{[a-z]+\}/, with: "*"))" }
        }
        let there = try routes().filter { $0.path.first == "api" && $0.path.last != "openapi.json" }.map { route in
            "\(route.method.rawValue) /" + route.path.map { $0 ?? "*" }.joined(separator: "/")
        }
        #expect(there.count > 8)
        #expect(Set(described) == Set(there))
    }

    @Test func `whatever takes a role can be refused for the lack of one, and says so`() throws {
        let object = try JSONSerialization.jsonObject(with: Data(Pages.description)) as? [String: Any]
        let paths = try #require(object?["paths"] as? [String: [String: [String: Any]]])
        for (path, methods) in paths {
            for (method, operation) in methods {
                let answers = try #require(operation["responses"] as? [String: Any])
                for status in ["200", "401", "403", "503"] {
                    #expect(answers[status] != nil, "\(method) \(path): \(status)")
                }
            }
        }
    }
}
