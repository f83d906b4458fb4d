import CameraSetup
import Foundation
import Records
import TestSupport
import Testing

@testable import Console

/// The form of a camera's page, sent back as a browser does it.
@Suite struct RenderedFormTests {
    private static let choices = SetupChoices(
        countries: [.init(code: "de", name: "Germany"), .init(code: "nl", name: "Netherlands")], devices: [])

    private static let offered = """
        title: The gate, north
        source: {url: "rtsp://192.0.2.10/s?a=1&b=2", transport: udp, orientation: upside_down}
        gate: {interval_ms: "100"}
        plates: {minimum_text_height_px: 11.50, minimum_confidence: 0.9}
        formats: {countries: [nl, de], strict: true}
        engine: neural
        vote: {minimum_reads: 3}
        roi: [0.1, 0.2, 0.5, 0.25]
        lanes:
          - {name: in, area: [[0, 0], [1, 0], [0.5, 0.33333]], directions: [leaving, approaching]}
          - {name: out, area: [0, 0, 0.5, 1], minimum_text_height_px: 12.0}

        """

    private static let remote = """
        source: {url: rtsp://192.0.2.10/s} # at the gate
        remote: {protocol: codeproject, url: http://192.0.2.20/v1/vision/alpr}
        formats: {folder: /etc/plated/formats, countries: [is, nl]}

        """

    private static let unfit = #"""
        source: {url: "${CAMERA}"}
        engine: [auto]
        roi: [0, 0, 2, 2]
        lanes: [{name: in}]
        formats: {countries: nl}
        gate: {interval_ms: " 100"}
        plates: {minimum_text_height_px: "1\n2", minimum_confidence: ''}

        """#

    private let folder: TemporaryFolder
    private let cameras: CameraRoutes

    init() throws {
        folder = try TemporaryFolder()
        cameras = try Routes.onNothing(in: folder).cameras
    }

    private func page(of file: CameraFile) async throws -> String {
        let form = SetupForm(Fields(), file: file, held: .kept)
        let proposal = try await SetupProposal("gate", form, file: file, secret: .kept, desk: cameras.setup)
        var values: Pages.Values = ["title": "gate"]
        CameraPage(
            files: CameraPlaces("gate", .system), file: file, draft: nil, values: form.values, secret: .kept,
            proposal: proposal,
            choices: Self.choices, hasProbe: true, hasHelper: true, isLive: false
        ).fill(&values)
        return cameras.pages.text("camera", values)
    }

    /// What a browser sends of it where nobody touched anything.
    private func sent(_ page: String, hasScripts: Bool) throws -> Fields {
        var text = String(try #require(page.firstMatch(of: /(?s)<form id="camera".*?<\/form>/)).output)
        text.replace(/(?s)<template.*?<\/template>/, with: "")
        if hasScripts { text.replace(/(?s)<noscript>.*?<\/noscript>/, with: "") }
        var fields: [Fields.Field] = []
        for control in text.matches(of: /<input\b([^>]*)>/) {
            let attributes = Self.attributes(control.1)
            guard let name = attributes["name"], attributes["disabled"] == nil else { continue }
            if attributes["type"] == "checkbox", attributes["checked"] == nil { continue }
            fields.append(.init(name: name, value: attributes["value"] ?? ""))
        }
        for control in text.matches(of: /(?s)<select\b([^>]*)>(.*?)<\/select>/) {
            let attributes = Self.attributes(control.1)
            let options = control.2.matches(of: /<option\b([^>]*)>/).map { Self.attributes($0.1) }
            // Without a chosen one a browser shows the first, and sends it.
            let chosen = options.first { $0["selected"] != nil } ?? options.first
            guard let name = attributes["name"], attributes["disabled"] == nil, let chosen else { continue }
            fields.append(.init(name: name, value: chosen["value"] ?? ""))
        }
        return Fields(fields)
    }

    private static func attributes(_ text: Substring) -> [String: String] {
        let all = text.matches(of: /([a-z-]+)(?:="([^"]*)")?/).map { match -> (String, String) in
            var value = String(match.2 ?? "")
            for (sign, name) in [("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"), ("&", "&amp;")] {
                value = value.replacing(name, with: sign)
            }
            return (String(match.1), value)
        }
        return Dictionary(all) { first, _ in first }
    }

    @Test(arguments: [
        offered, remote, "source: {url: rtsp://anna:geheim@192.0.2.10/s, password: geheim}\n",
        // What the page does not offer, and in another order.
        "source: {transport: multicast, orientation: sideways}\nformats: {strict: True, countries: [NL, is, de]}\n",
        // What no field holds.
        unfit,
        "engine:\nsource: {transport: ~}\nroi: null\nlanes:\nformats: {countries: }\n", "engine: ''\n",
    ])
    func `a form that nobody touched changes nothing`(text: String) async throws {
        let file = try CameraFile(text)
        let page = try await page(of: file)
        for hasScripts in [true, false] {
            let form = SetupForm(try sent(page, hasScripts: hasScripts), file: file, held: .kept)
            #expect(form.problems.isEmpty && form.secret == .kept)
            #expect(form.values == file.values, "with scripts: \(hasScripts)")
            #expect(try file.changed(to: form.values, credentials: .kept) == text)
        }
    }

    @Test func `every key that the page may change has its field`() async throws {
        let fields = try sent(try await page(of: try CameraFile(Self.offered)), hasScripts: true)
        for key in SetupValues.plain { #expect(fields[key.field] != nil, "\(key)") }
        for name in ["roi", "lanes_shown", "countries_shown", "user", "password"] {
            #expect(fields.has(name), "\(name)")
        }
        let others: [SettingsKey] = [.roi, .lanes, .countries, .user, .password, .credentials]
        #expect(Set(SetupValues.plain + others) == Set(SettingsKey.allCases))
    }

    @Test func `a region that is moved is all that changes`() async throws {
        let file = try CameraFile(Self.remote)
        var fields = try sent(try await page(of: file), hasScripts: true)
        fields.set("roi", "0 0, 0.5 0, 0.5 1, 0 1")
        let moved = SetupForm(fields, file: file, held: .kept)
        let text = try file.changed(to: moved.values, credentials: .kept)
        #expect(text == Self.remote + "roi: [0, 0, 0.5, 1]\n")
        // And what has no name here can be taken out, and what has one be chosen.
        fields.set("country", values: ["nl", "de"])
        fields.set("engine", "auto")
        let chosen = try file.changed(to: SetupForm(fields, file: file, held: .kept).values, credentials: .kept)
        #expect(chosen.contains("countries: [nl, de]") && chosen.contains("engine: auto"))
    }
}
