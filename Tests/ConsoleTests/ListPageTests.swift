import Answers
import Rules
import Testing

@testable import Console

@Suite struct ListPageTests {
    private func list(_ count: Int) throws -> PlateList {
        var list = PlateList(name: "staff", kind: .allow)
        for number in 0..<count {
            var entry = try #require(ListEntry("AB\(1000 + number)"))
            entry.note = number == 7 ? "The grey van" : ""
            list.entries.append(entry)
        }
        return list
    }

    @Test func `every entry stands on one page, the last added first`() throws {
        let list = try list(250)
        let pages = (1...3).map { ListPage(list, wanted: nil, number: $0) }
        #expect(pages.map(\.count) == [3, 3, 3] && pages.map(\.entries.count) == [100, 100, 50])
        #expect(pages.flatMap(\.entries) == list.entries.reversed())
        #expect(ListPage(list, wanted: nil, number: 9).number == 3)
        #expect(ListPage(list, wanted: nil, number: -1).number == 1)
    }

    @Test(arguments: [
        ("AB1007", 1), ("ab 10-07", 1), ("GREY", 1), ("100", 11), ("B12", 50), ("nobody", 0), ("-", 0),
    ])
    func `entries are found by plate, note and owner`(text: String, count: Int) throws {
        #expect(ListPage(try list(250), wanted: text, number: 1).found == count)
    }

    @Test func `a list that is empty has one page with nothing on it`() throws {
        let page = ListPage(try list(0), wanted: nil, number: 1)
        #expect(page.entries.isEmpty && page.count == 1 && page.found == 0)
    }

    @Test func `what is typed becomes an entry, or is told at its field`() throws {
        var typed = Fields()
        typed.set("plate", "ab 12-cde")
        typed.set("cameras", "gate, exit")
        typed.set("hours", "mon-fri 07:00-18:00")
        let entry = try #require(ListForm(typed, cameras: ["exit", "gate"]).entry)
        #expect(entry.plate == "AB12CDE" && entry.cameras == ["gate", "exit"])
        #expect(ListForm.fields(entry)["hours"] == "mon-fri 07:00-18:00")
        for (name, value) in [("plate", "!!"), ("plate", ""), ("cameras", "moon"), ("hours", "always")] {
            var wrong = typed
            wrong.set(name, value)
            let form = ListForm(wrong, cameras: ["exit", "gate"])
            #expect(form.entry == nil && form.problems[name] != nil, "\(name)")
        }
    }

    // MARK: - Forms with files

    private func form(_ text: String, boundary: String = "b") -> Fields? {
        MultipartForm(Array(text.utf8), boundary: boundary)?.fields
    }

    @Test func `a form with a file is read as browsers send it`() {
        let text =
            "--b\r\nContent-Disposition: form-data; name=\"what\"\r\n\r\nadd\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\nContent-Type: text/csv\r\n\r\n"
            + "plate\r\nÄ1\r\n--bread\r\n\r\n--b\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n--b--\r\n"
        let fields = form(text.replacing("--bread", with: "bread"))
        #expect(fields?["what"] == "add" && fields?.has("empty") == true && fields?["empty"] == nil)
        #expect(fields?["file"] == "plate\r\nÄ1\r\nbread\r\n")
        // Where a line of the file begins like a border, nothing is taken: browsers choose borders that no line begins with.
        #expect(form(text) == nil)
    }

    @Test(arguments: [
        "", "--b", "--b\r\n", "--b\r\nname=\"x\"\r\n\r\nv\r\n--b--", "--c\r\n\r\n",
        "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nwithout an end",
    ])
    func `what is no such form is none`(text: String) { #expect(form(text) == nil) }

    @Test func `a file that is no text in UTF-8 is refused`() {
        let head = Array("--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n".utf8)
        #expect(MultipartForm(head + [0xFF, 0xFE] + Array("\r\n--b--\r\n".utf8), boundary: "b")?.fields == nil)
    }

    @Test func `a boundary is read from its type`() {
        #expect(MultipartForm.boundary(of: "multipart/form-data; boundary=----x1") == "----x1")
        #expect(MultipartForm.boundary(of: "multipart/form-data; boundary=\"a b\"") == "a b")
        #expect(MultipartForm.boundary(of: "multipart/mixed; boundary=x") == nil)
        #expect(MultipartForm.boundary(of: "multipart/form-data; boundary=") == nil)
    }
}
