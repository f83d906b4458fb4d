import ALPR
import Foundation
import Plates
import Settings
import TestSupport
import Testing

@testable import Evaluation

@Suite struct TextAccuracyTests {
    @Test func `exact, loose, among three and character errors are counted`() {
        var accuracy = TextAccuracy()
        accuracy.add(truth: "AB12CD", candidates: ["AB12CD"])
        accuracy.add(truth: "AB10CD", candidates: ["ABIOCD", "AB1OCD", "AB10CD"])
        accuracy.add(truth: "AB12CD", candidates: [])
        #expect(accuracy.plates == 3)
        #expect(accuracy.exact == 1)
        #expect(accuracy.loose == 2)
        #expect(accuracy.amongThree == 2)
        #expect(abs(accuracy.characterErrorRate - 8.0 / 18) < 1e-9)
        #expect(accuracy.confusions[.init(truth: "0", read: "O")] == 1)
        #expect(accuracy.confusions[.init(truth: "A", read: "")] == 1)
    }

    @Test(arguments: [("AB12", "AB12", 0), ("AB12", "AB2", 1), ("AB12", "XAB12", 1), ("AB12", "", 4), ("", "AB", 2)])
    func `an alignment has as many edits as the distance`(truth: String, read: String, edits: Int) {
        let pairs = TextAccuracy.alignment(Array(truth), Array(read))
        #expect(pairs.count { $0.truth != $0.read } == edits)
        #expect(pairs.map(\.truth).joined() == truth)
        #expect(pairs.map(\.read).joined() == read)
    }
}

@Suite struct CSVTests {
    @Test func `quotes, line breaks and byte order marks are taken as RFC 4180 says`() {
        let table = CSVTable("\u{FEFF}a,b\r\n1,\"x, \"\"y\"\"\"\r\n\r\n\"two\nlines\",3\nlast,4")
        #expect(table.header == ["a", "b"])
        #expect(table.rows.map(\.fields) == [["1", "x, \"y\""], ["two\nlines", "3"], ["last", "4"]])
        #expect(table.rows.map(\.line) == [2, 4, 6])
        #expect(CSVTable("").header.isEmpty)
    }

    @Test(arguments: [";", "\t"])
    func `where the header has no comma, semicolons or tabs separate`(separator: String) {
        let table = CSVTable("image,text\n1,\"a,b\"\n".replacing(",", with: separator))
        #expect(table.header == ["image", "text"] && table.rows.map(\.fields) == [["1", "a\(separator)b"]])
    }
}

@Suite struct ManifestTests {
    private func folder(_ files: [String: String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: name) }
        return folder
    }

    @Test func `stills, several plates a picture`() throws {
        let folder = try self.folder([
            "manifest.csv": "image,x_min,y_min,x_max,y_max,text,region\na.jpg,1,2,11,7,ab-12,xx\na.jpg,,,,,CD34,xx\n",
            "a.jpg": "",
        ])
        let manifest = try ManifestFile.read(folder.path)
        #expect(manifest.problems.isEmpty)
        #expect(
            manifest.pictures.map(\.plates) == [
                [
                    LabelledPlate(box: Box(x: 1, y: 2, width: 10, height: 5), text: "AB12", line: 2),
                    LabelledPlate(box: nil, text: "CD34", line: 3),
                ]
            ])
    }

    @Test func `a table from a spreadsheet that writes commas in numbers is read`() throws {
        let folder = try self.folder([
            "m.csv": "image;x_min;y_min;x_max;y_max;text\na.jpg;1,5;2;11,5;7;AB12CD\n", "a.jpg": "",
        ])
        let manifest = try ManifestFile.read(folder.path + "/m.csv")
        #expect(manifest.problems.isEmpty)
        #expect(manifest.pictures.first?.plates.first?.box == Box(x: 1.5, y: 2, width: 10, height: 5))
        // Elsewhere a comma in a number may be anything.
        let other = try self.folder([
            "m.csv": "image,x_min,y_min,x_max,y_max,text\na.jpg,\"1,5\",2,\"11,5\",7,AB12CD\n", "a.jpg": "",
        ])
        #expect(try ManifestFile.read(other.path + "/m.csv").problems.map(\.line) == [2])
    }

    @Test func `annotations as Turi Create has them`() throws {
        let folder = try self.folder([
            "t.csv": "image,id,name,xMin,xMax,yMin,yMax\na.jpg,1,plate,10,30,5,15\n", "a.jpg": "",
        ])
        let manifest = try ManifestFile.read(folder.path + "/t.csv")
        #expect(
            manifest.pictures.first?.plates == [
                LabelledPlate(box: Box(x: 10, y: 5, width: 20, height: 10), text: nil, line: 2)
            ])
    }

    @Test func `clips, with and without plates`() throws {
        let folder = try self.folder([
            "manifest.csv": "video,text\nb.mp4,AB12CD\nb.mp4,EF34GH\nc.mp4,\n", "b.mp4": "", "c.mp4": "",
        ])
        let manifest = try ManifestFile.read(folder.path)
        #expect(manifest.clips.map(\.texts) == [["AB12CD", "EF34GH"], []])
    }

    @Test func `pictures named after their plate`() throws {
        let folder = try self.folder(["AB-12-CD_2.jpg": "", "ef34gh.png": "", "notes.txt": "", "_.jpg": ""])
        let manifest = try ManifestFile.read(folder.path)
        #expect(manifest.pictures.flatMap { $0.plates.map(\.text) } == ["AB12CD", "EF34GH"])
        #expect(manifest.problems.count == 1)
    }

    @Test func `a name that a camera or a clock gave is not taken for a plate`() throws {
        let names = [
            "IMG_0001.jpg", "DSC_0002.jpg", "20260101_120000.jpg", "WhatsApp Image 2026-01-01.jpg", "0001.png",
        ]
        let folder = try self.folder(Dictionary(uniqueKeysWithValues: (names + ["AB12CD.jpg"]).map { ($0, "") }))
        let manifest = try ManifestFile.read(folder.path)
        #expect(manifest.pictures.flatMap { $0.plates.map(\.text) } == ["AB12CD"])
        #expect(manifest.problems.count == names.count)
        let problem = try #require(manifest.problems.first { $0.description.contains("IMG_0001.jpg") })
        #expect(
            problem.description.hasSuffix("name it after its plate, such as AB12CD.jpg, or list it in a manifest.csv"))
        let nothingElse = try self.folder(["IMG_0001.jpg": ""])
        #expect(throws: Problems.self) { try ManifestFile.read(nothingElse.path) }
    }

    @Test func `bad rows are told with their line and the rest is kept`() throws {
        let folder = try self.folder([
            "m.csv": """
            image,x_min,y_min,x_max,y_max,text,colour
            a.jpg,0,0,10,10,OK11AA,x
            none.jpg,0,0,10,10,OK11AA,x
            a.jpg,10,0,5,10,OK11AA,x
            a.jpg,-50,0,5,10,OK11AA,x
            a.jpg,zero,0,5,10,OK11AA,x
            ,0,0,5,10,OK11AA,x
            """, "a.jpg": "",
        ])
        let manifest = try ManifestFile.read(folder.path + "/m.csv")
        #expect(manifest.pictures.map(\.plates.count) == [1])
        #expect(manifest.problems.map(\.line) == [1, 3, 4, 5, 6, 7])
    }

    @Test(arguments: ["no,header\n1,2\n", ""])
    func `what is no manifest is an error`(text: String) throws {
        let folder = try self.folder(["m.csv": text])
        #expect(throws: Problems.self) { try ManifestFile.read(folder.path + "/m.csv") }
        #expect(throws: Problems.self) { try ManifestFile.read("/nonexistent") }
    }
}

@Suite struct LossTests {
    private let row = Box(x: 100, y: 100, width: 120, height: 24)
    private let truth = "AB12CD"

    private func evaluation(
        of text: String, regions: [Region]? = nil, truth: String? = nil, box: Box? = nil,
        likeness: Likeness = Likeness()
    ) throws -> StillEvaluation {
        let found = regions ?? [Region(rows: [TextRow(quad: Quad(row), characters: 6)], score: 1)]
        let engine = ScriptedEngine([text])
        var evaluation = StillEvaluation(
            localiser: ScriptedLocaliser { _, _ in found }, engine: engine, boxReader: RowBoxReader(engine: engine),
            settings: .init(), onBoxes: false, likeness: likeness)
        let plate = LabelledPlate(box: box ?? row.expanded(x: 8, y: 8), text: truth ?? self.truth)
        try evaluation.add(
            LabelledPicture(path: "a.jpg", plates: [plate]),
            frame: Frame(image: LumaImage(width: 640, height: 480, filledWith: 128), time: Timestamp(.zero)))
        return evaluation
    }

    @Test func `a plate that is read is lost nowhere`() throws {
        let right = try evaluation(of: "AB12CD")
        #expect(right.accuracy.exact == 1)
        #expect(right.tellings.confidences.groups.map(\.right) == [1])
        #expect(right.losses.isEmpty && right.findings.isEmpty)
        #expect(right.foundAmong == [1: 1, 3: 1, 5: 1])
    }

    @Test(arguments: [[""], ["O"], ["OO"], ["  "], ["o0"], ["O0,I1"], ["É0"], ["O0", "0D"], ["O0", "O0"]])
    func `characters that say nothing of labels are objected to`(groups: [String]) {
        #expect(Likeness.objection(to: groups) != nil)
        #expect(Likeness.objection(to: ["O0D", "I1"]) == nil && Likeness.objection(to: []) == nil)
    }

    @Test func `what labels do not tell apart is right, and nothing else is`() {
        let likeness = Likeness(["O0", "I1"])
        #expect(likeness.same("OI23", "0I23") && likeness.same("OI23", "O123") && !likeness.same("OI23", "OI24"))
        #expect(!Likeness().same("O", "0") && !Likeness(["O0"]).same("I", "1"))
        #expect(likeness.meant("A0", among: ["B0", "AO"]) == "AO")
        #expect(likeness.meant("A0", among: ["AO", "A0"]) == "A0")
        #expect(likeness.meant("A0", among: ["B0"]) == "A0")
    }

    @Test func `a text counts as its label means it`() throws {
        let strict = try evaluation(of: "ABO2CD", truth: "AB02CD")
        #expect(strict.losses == [.reading: 1] && strict.tellings.map(\.isRight) == [false])
        let fair = try evaluation(of: "ABO2CD", truth: "AB02CD", likeness: Likeness(["O0"]))
        #expect(fair.losses.isEmpty && fair.accuracy.exact == 1 && fair.tellings.map(\.isRight) == [true])
        #expect(try evaluation(of: "ABO3CD", truth: "AB02CD", likeness: Likeness(["O0"])).accuracy.exact == 0)
    }

    @Test func `each miss is charged to its stage`() throws {
        #expect(try evaluation(of: "AB12CX").losses == [.reading: 1])
        #expect(try evaluation(of: "AB12CD", regions: []).losses == [.notFound: 1])
        let elsewhere = Box(x: 400, y: 300, width: 100, height: 30)
        #expect(try evaluation(of: "AB12CD", box: elsewhere).losses == [.notFound: 1])
        #expect(try evaluation(of: "AB1", truth: "AB1").losses == [.vote(.length): 1])
        let edge = Region(
            rows: [TextRow(quad: Quad(Box(x: 0, y: 100, width: 120, height: 24)), characters: 6)], score: 1)
        #expect(
            try evaluation(of: "AB12CD", regions: [edge], box: Box(x: 0, y: 95, width: 125, height: 35)).losses
                == [.filtered(.cutOff): 1])
    }

    @Test func `clips count right, missed, wrong and repeated events, and how soon they came`() throws {
        let found = Region(rows: [TextRow(quad: Quad(row), characters: 6)], score: 1)
        var clips = ClipEvaluation(
            localiser: ScriptedLocaliser { _, _ in [found] },
            engine: ScriptedEngine { call, _ in (call < 5 ? "AB12CD" : "XY98ZK").map { Symbol($0, 0.98) } },
            settings: .everyFrame)
        var (number, asked) = (0, [Bool]())
        try clips.add(LabelledClip(path: "a.mp4", texts: ["AB12CD", "QQ77QQ"])) { hurries in
            // Once it was read, and until it is read again.
            asked.append(hurries)
            defer { number += 1 }
            return number < 20
                ? Frame(image: LumaImage(width: 640, height: 480), time: Timestamp(.milliseconds(200 * number))) : nil
        }
        #expect(clips.right == 1 && clips.missed == 1 && clips.wrong == 1 && clips.repeated == 0)
        #expect(clips.delays == [0.2])
        #expect(asked.prefix(4) == [false, true, false, false])
        #expect(clips.tellings.confidences.groups.map { [$0.right, $0.count] } == [[1, 2]])
        #expect(clips.findings.count == 2)
        #expect(clips.losses == [.reading: 1])
    }

    @Test func `the contact sheet is one page that holds its pictures`() throws {
        var result = SetResult("<set>", stills: try evaluation(of: "AB12CX"), problems: 0)
        #expect(!result.text.contains("calibration error"))
        result.showsCalibration = true
        let html = try ContactSheet([result]) { _ in [1, 2, 3] }.html()
        #expect(html.contains("data:image/png;base64,AQID"))
        #expect(html.contains("&lt;set&gt;"))
        #expect(html.contains("<code>AB12CX</code>"))
        // One text was told, and it was wrong.
        #expect(html.contains("<svg") && result.text.contains("calibration error"))
        #expect(
            HTMLSheet.base64([1]) == "AQ==" && HTMLSheet.base64([1, 2]) == "AQI=" && HTMLSheet.base64([]) == ""
        )
    }

    @Test func `time is booked to the stage that spent it`() {
        let clock = StageClock()
        func spin(_ milliseconds: Double) {
            // Of this thread's time, which a busy machine gives in pieces.
            let end = StageClock.now + milliseconds
            var x = 0.0
            while StageClock.now < end { x += 1 }
            #expect(x > 0)
        }
        clock.measure(.other) {
            spin(5)
            clock.measure(.read) { spin(20) }
        }
        let read = clock.milliseconds[.read] ?? 0
        let other = clock.milliseconds[.other] ?? 0
        #expect(read > other)
    }
}
