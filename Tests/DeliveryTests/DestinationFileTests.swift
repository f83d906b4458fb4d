import Settings
import Testing

@testable import Delivery

@Suite struct DestinationFileTests {
    private func read(_ text: String) throws -> (settings: [DestinationSettings], problems: [String]) {
        let findings = MappingReader.Findings(file: "hub.yaml", environment: [:])
        let reader = MappingReader(try YAMLFile.root(of: text, file: "hub.yaml"), findings: findings)
        let settings = DestinationSettings.read("destinations", from: reader)
        reader.finish()
        return (settings, findings.problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }.map(\.description))
    }

    @Test func `what is printed is read back as the same`() throws {
        let text = """
            destinations:
              - {name: one, type: webhook, url: "https://example.org/a", cameras: [gate, yard], kinds: [plates, gaps], from: beginning}
              - name: two
                type: webhook
                url_file: /etc/plated/two.url
                format: template
                body: '{"text": "{plate}"}'
                headers: ["X-A: b: c"]
                retry_ms: [100, 200]
                give_up_hours: 48
                picture: scene
                picture_as: linked
                links: https://hub.example
              - {name: three, type: webhook, url: "http://[::1]:80/", format: openalpr-group, camera_numbers: {gate: 1, yard: 2}}
            """
        let (settings, problems) = try read(text)
        #expect(problems == [] && settings.count == 3)
        let printed = "destinations: " + DestinationSettings.text(settings)
        #expect(try read(printed).settings == settings)
        #expect(try read("destinations: " + DestinationSettings.text([])).settings == [])
    }

    @Test func `a centre gets everything, and is asked for no choice`() throws {
        let (settings, problems) = try read(
            """
            destinations:
              - {name: centre, type: centre, urls: ["https://a.example", "https://b.example:8443"], ca_file: /ca.pem}
            """)
        #expect(problems == [] && settings.map(\.way.place) == ["https://a.example, https://b.example:8443"])
        #expect(settings.map(\.round.from) == [.beginning])
        #expect(try read("destinations: " + DestinationSettings.text(settings)).settings == settings)
        let (_, wrong) = try read(
            """
            destinations:
              - {name: a, type: centre}
              - {name: b, type: centre, urls: ["http://b.example"], lists: none, kinds: [gaps]}
            """)
        #expect(wrong.count == 3, "\(wrong)")
        #expect(wrong.first?.contains("urls: is missing") == true)
        #expect(wrong.contains { $0.contains("would cross the network unencrypted") })
        #expect(wrong.contains { $0.contains("kinds: is not a key that plated knows") })
    }

    @Test func `a password is not printed`() throws {
        let (settings, _) = try read(
            #"destinations: [{name: one, type: webhook, url: "https://me:Zq9-secret@example.org/"}]"#)
        #expect(!DestinationSettings.text(settings).contains("Zq9") && settings[0].way.place == "https://example.org")
    }

    @Test func `one broker has one Home Assistant of a hub below one prefix, and as many destinations as one likes`()
        throws
    {
        func problems(_ second: String) throws -> [String] {
            try read(
                """
                destinations:
                  - {name: one, type: mqtt, url: "mqtts://me:secret@broker.example", home_assistant: true}
                  - {name: two, type: mqtt, \(second)}
                """
            ).problems
        }
        let clash = try problems(#"url: "mqtts://broker.example:8883/", home_assistant: true"#)
        #expect(
            clash == [
                "hub.yaml:3: destinations[2].home_assistant: is that of one, too: at one broker, the cameras of one would be withdrawn by the other"
            ])
        for well in [
            #"url: "mqtts://broker.example""#, #"url: "mqtts://other.example", home_assistant: true"#,
            #"url: "mqtts://broker.example", home_assistant: true, discovery_prefix: elsewhere"#,
        ] {
            #expect(try problems(well) == [])
        }
    }

    @Test func `every problem is told at once, with line and key`() throws {
        let problems = try read(
            """
            destinations:
              - {type: fax, number: 1}
              - {name: a b, type: webhook}
              - name: one
                type: webhook
                url: ftp://example.org/
                kinds: [plates, cats]
                retry_ms: [0]
              - name: one
                type: webhook
                url: http://169.254.169.254/latest
                format: openalpr
                kinds: [gaps]
                secret_file: x
                headers: ["Content-Length: 7", "no colon"]
                body: x
                tiemout_ms: 7
              - name: two
                type: webhook
                url: https://example.org/{plat}
                format: template
                body: '{"t": {plate'
            """
        ).problems
        let starts = [
            "hub.yaml:2: destinations.destinations[1].type: is one of webhook",
            "hub.yaml:3: destinations.destinations[2].name: takes letters",
            "hub.yaml:3: destinations.destinations[2].url: one of url and url_file is needed",
            "hub.yaml:6: destinations.destinations[3].url: expects an address that begins with http",
            "hub.yaml:7: destinations.destinations[3].kinds: expects a list with some of: plates, gaps",
            "hub.yaml:8: destinations.destinations[3].retry_ms: expects a list",
            "hub.yaml:9: destinations.destinations[4].name: is one, as that of another",
            "hub.yaml:11: destinations.destinations[4].url: leads to 169.254.169.254: link-local",
            "hub.yaml:13: destinations.destinations[4].kinds: has gaps, which",
            "hub.yaml:14: destinations.destinations[4].secret_file: signs the format plated alone",
            "hub.yaml:15: destinations.destinations[4].headers: has Content-Length, which",
            "hub.yaml:15: destinations.destinations[4].headers: has a line without a colon",
            "hub.yaml:16: destinations.destinations[4].body: belongs to the format template",
            "hub.yaml:17: destinations.destinations[4].tiemout_ms: is not a key that plated knows; did you mean timeout_ms",
            "hub.yaml:20: destinations.destinations[5].url: has {plat}, and there are",
            "hub.yaml:22: destinations.destinations[5].body: is no JSON",
        ].map { $0.replacing("destinations.destinations[", with: "destinations[") }
        #expect(problems.count == starts.count, "\(problems.joined(separator: "\n"))")
        for (problem, start) in zip(problems, starts) { #expect(problem.hasPrefix(start), "\(problem)") }
    }

    @Test(arguments: [
        ("Parkhaus-1.example.org", "parkhaus-1"), ("build_box-", "build-box"), ("ü", "hub"), ("", "hub"),
    ])
    func `a machine's name becomes a hub's`(machine: String, hub: String) {
        #expect(HubName.called(machine) == hub)
        #expect(HubName.fits(hub) && HubName.fits(HubName.ofMachine))
    }
}
