import Answers
import Foundation
import Records
import Testing

@testable import Delivery

/// What a template of JSON becomes.
@Suite struct TemplateTextTests {
    private func filled(_ text: String, _ parcel: Parcel) -> String {
        #expect(TemplateText.problem(with: text, as: .json) == nil, "\(text)")
        let values = TemplateValues(parcel, way: WebhookWay(), picture: nil, zone: .utc)
        return TemplateText.filled(text, with: values, as: .json)
    }

    @Test func `what an event does not have is null outside quotes, and empty inside`() throws {
        let template =
            #"{"plate": "{plate}", "p": {probability}, "degrees": {degrees}, "lane": "{lane}", "n": [{dwell_s}]}"#
        #expect(
            try filled(template, .event(1))
                == #"{"plate": "AB1", "p": null, "degrees": null, "lane": "", "n": [null]}"#)
        let full = try Parcel.event(1) { event in
            event.probability = 0.875
            event.direction = PlateDirection(degrees: 90, movement: .approaching)
            event.lane = "in"
        }
        #expect(
            filled(template, full) == #"{"plate": "AB1", "p": 0.875, "degrees": 90, "lane": "in", "n": [null]}"#)
    }

    @Test(arguments: [
        (#"{"plate": {plate}, "at": {ts}, "was": {plate}}"#, "has {plate} and {ts} outside quotes"),
        (#"{"camera": {camera}, "plate": "{plate}"}"#, "has {camera} outside quotes"),
        (#"{"a \" {lane}": 1, "state": {state}}"#, "has {state} outside quotes"), ("{plate}", "has {plate} outside"),
    ])
    func `a text outside quotes may happen to be a number, and is doubted`(template: String, words: String) {
        #expect(TemplateText.problem(with: template, as: .json) == nil)
        #expect(TemplateText.doubt(with: template)?.hasPrefix(words) == true)
        #expect(TemplateText.doubt(with: template)?.contains("texts stand in quotes") == true)
    }

    @Test(arguments: [#"{{site}: 1}"#, #"{"plate": {plate}"#, #"{"at": {ts} {plate}}"#, #"{"a": 'x {plate}'}"#])
    func `what no value makes JSON is found before anything is sent`(template: String) {
        #expect(TemplateText.problem(with: template, as: .json)?.contains("texts stand in quotes") == true)
    }

    @Test(arguments: [#"{"ms": {epoch}000, "degrees": {degrees}}"#, #"{"text": "{plate} at {time}"}"#, #"[{json}]"#])
    func `what is JSON whatever comes is not doubted`(template: String) {
        #expect(TemplateText.problem(with: template, as: .json) == nil)
        #expect(TemplateText.doubt(with: template) == nil)
    }

    @Test func `a camera that is called by a number, and a receiver of raw texts, get what they always got`() throws {
        let parcel = try Parcel.event(1) { $0.camera = "7" }
        #expect(filled(#"{"camera": {camera}, "plate": "{plate}"}"#, parcel) == #"{"camera": 7, "plate": "AB1"}"#)
        #expect(filled("{plate}", parcel) == "AB1")
    }

    @Test func `only a template's body of JSON is doubted`() {
        var way = WebhookWay()
        way.format = .template
        way.body = "{plate}"
        #expect(way.doubts.count == 1 && way.doubts.first?.hasPrefix("body has {plate} outside quotes") == true)
        way.contentType = "text/plain"
        #expect(way.doubts == [])
        way.contentType = "application/json"
        way.body = #"{"plate": "{plate}"}"#
        #expect(way.doubts == [])
        #expect(WebhookWay().doubts == [])
    }

    @Test(arguments: TemplateValues.names) func `each value has its place in JSON`(name: String) throws {
        #expect(TemplateText.problem(with: #"{"a": "{\#(name)}"}"#, as: .json) == nil)
        #expect(TemplateText.problem(with: #"{"a": {\#(name)}}"#, as: .json) == nil)
        let mayStandAlone = TemplateText.doubt(with: #"{"a": {\#(name)}}"#) == nil
        #expect(mayStandAlone == (name == "json" || TemplateValues.numbers.contains(name)))
        // What may stand alone is JSON there, whatever it is of.
        guard mayStandAlone else { return }
        let parcels = try [
            Parcel.event(1) { $0.direction = PlateDirection(degrees: 90, movement: .approaching) }, Parcel.event(2),
        ]
        for parcel in parcels {
            let text = filled(#"{"a": {\#(name)}}"#, parcel)
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
        }
    }

    @Test(
        arguments: [
            ("application/json", TemplateText.Escape.json), ("Application/JSON; charset=utf-8", .json),
            ("application/vnd.api+json", .json), ("text/json", .json), ("application/json ;v=1", .json),
            ("application/x-www-form-urlencoded;charset=utf-8", .address), ("text/plain", .plain),
            ("application/jsonlines", .plain), ("text/plain; was=application/json", .plain),
        ] as [(String, TemplateText.Escape)])
    func `what is JSON is told by its type`(type: String, escape: TemplateText.Escape) {
        var way = WebhookWay()
        way.contentType = type
        #expect(way.escape == escape)
    }

    @Test func `an escaped quote ends no text, and an escaped backslash escapes none`() throws {
        #expect(try filled(#"["a \" {lane}", {degrees}]"#, .event(1)) == #"["a \" ", null]"#)
        #expect(try filled(#"["a \\", {degrees}, "{lane}"]"#, .event(1)) == #"["a \\", null, ""]"#)
    }

    @Test func `the whole line is an object, and inside quotes a text`() throws {
        let parcel = try Parcel.event(1)
        #expect(filled(#"{"line": {json}}"#, parcel) == #"{"line": "# + parcel.line + "}")
        let text = filled(#"{"line": "{json}"}"#, parcel)
        let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String])
        #expect(object["line"] == parcel.line)
    }

    @Test func `in an address and in a plain text it stays empty`() throws {
        let values = try TemplateValues(.event(1), way: WebhookWay(), picture: nil, zone: .utc)
        #expect(TemplateText.filled("a={degrees}&b={plate}", with: values, as: .address) == "a=&b=AB1")
        #expect(TemplateText.filled("{degrees} {plate}", with: values, as: .plain) == " AB1")
    }

    @Test func `an identifier that a site has made up is one part of a link`() throws {
        let parcel = try Parcel.event(1) { $0.id = "a/../b?c#d\"" }
        #expect(
            parcel.link("https://hub.example", picture: .none) == "https://hub.example/plates/a%2F..%2Fb%3Fc%23d%22")
        let usual = try Parcel.event(1)
        #expect(
            usual.link("https://hub.example/", picture: .none) == "https://hub.example/plates/\(usual.id ?? "")")
    }
}
