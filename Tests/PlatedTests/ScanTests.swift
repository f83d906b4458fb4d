import Foundation
import TestSupport
import Testing

@Suite struct ScanTests {
    private func json(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func `a recording gives its plate once, and every candidate an outcome`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let result = try Program.run("run", clip, "--explain", folder.file("why.ndjson"), "--camera", "yard")
        #expect(result.status == 0)
        #expect(result.plates == [PlateClip.text])
        let event = try #require(json(result.output).first)
        #expect(event["camera"] as? String == "yard")
        #expect(event["file"] as? String == clip)
        #expect((event["reads"] as? Int ?? 0) >= 2)
        let explanations = try json(folder.text("why.ndjson"))
        #expect(explanations.count { $0["outcome"] as? String == "accepted" } >= 2)
        for line in explanations {
            let isAccepted = line["outcome"] as? String == "accepted"
            #expect(isAccepted == (line["reason"] is NSNull))
        }
        // Ten analysed frames, and the plate found in nearly all of them: read, or known from the frame before.
        let isAbout = { (line: [String: Any]) in
            line["plate"] as? String == PlateClip.text || line["reason"] as? String == "reported"
        }
        #expect(explanations.count(where: isAbout) >= 8)
    }

    @Test func `an event says how probably it is right, and what is not probable enough says why it is none`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let event = try #require(json(Program.run("run", clip, "--engine", "tesseract").output).first)
        let probability = try #require(event["probability"] as? Double)
        #expect(probability > 0.7 && probability < 1)
        let file = try folder.write("engine: tesseract\nplates: {minimum_probability: 0.999}\n", to: "strict.yaml")
        let strict = try Program.run("run", clip, "-c", file, "--explain", folder.file("why.ndjson"))
        #expect(strict.status == 0 && strict.plates.isEmpty, "\(strict)")
        #expect(try json(folder.text("why.ndjson")).contains { $0["reason"] as? String == "improbable" })
        let check = try Program.run("check", file, "--source", clip)
        let none = "no event of tesseract is more probable than 0.994: none would be reported"
        #expect(check.status == 0 && check.errors.contains(none) && !check.errors.contains("right ones"), "\(check)")
        let high = try folder.write("engine: tesseract\nplates: {minimum_probability: 0.98}\n", to: "high.yaml")
        let told = try Program.run("check", high, "--source", clip)
        #expect(told.status == 0 && told.errors.contains("% of the right ones and 0 % of the wrong ones"), "\(told)")
    }

    @Test func `explanations go to standard output where nothing else does`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let explained = try Program.run("run", clip, "--log", folder.file("log"), "--explain", "-")
        #expect(explained.status == 0)
        #expect(try json(explained.output).allSatisfy { $0["schema"] as? String == "plated.candidate/1" })
        #expect(try json(explained.output).count >= 8 && json(folder.text("log")).count == 1)
        for command in [["run", clip], ["read", clip], ["eval", folder.path]] {
            let refused = try Program.run(command + ["--explain", "-"])
            #expect(refused.status == 78 && refused.output.isEmpty)
            #expect(refused.errors.contains("explanations cannot go to standard output, where"))
        }
    }

    @Test(arguments: ["./log", "link", "hard", "log.spool"])
    func `a scanner's own log and spool take no explanations, under whatever name`(name: String) throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 0.4)
        let log = try folder.write("", to: "log")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: log)
        try FileManager.default.linkItem(atPath: log, toPath: folder.file("hard"))
        let refused = try Program.run("run", clip, "--log", log, "--explain", folder.file(name))
        #expect([75, 78].contains(refused.status), "\(refused.errors)")
        #expect(try folder.text("log").isEmpty)
    }

    @Test func `formats decide what is reported`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let fitting = try Program.run("run", clip, "--formats", "gb", "--engine", "tesseract")
        #expect(fitting.plates == [PlateClip.text])
        #expect(fitting.output.contains("\"region\":\"gb\""))
        // One from elsewhere is reported where it was read surely, unless that is not wanted.
        let strange = try Program.run("run", clip, "--formats", "nl", "--engine", "tesseract")
        #expect(strange.plates == [PlateClip.text])
        #expect(strange.output.contains("\"region\":null"))
        let strict = try folder.write("formats: {countries: [nl], strict: true}\n", to: "strict.yaml")
        #expect(try Program.run("run", clip, "-c", strict).plates.isEmpty)
    }

    @Test func `pictures and clips are read together, and nothing found is 1`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let still = try PlateClip.make("still.png", in: folder, plate: "B AD 4721")
        let result = try Program.run("read", still, clip)
        #expect(result.status == 0)
        #expect(result.plates == ["BAD4721", PlateClip.text])
        try PlateClip.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "color=gray:size=320x240", "-frames:v", "1", folder.file("blank.png")])
        #expect(try Program.run("read", folder.file("blank.png")).status == 1)
        // A file that is not there is told, and the others are read.
        let mixed = try Program.run("read", "/nonexistent.png", still)
        #expect(mixed.status == 66)
        #expect(mixed.plates == ["BAD4721"])
    }

    @Test func `probe tells what plates look like`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let result = try Program.run("probe", clip)
        #expect(result.status == 0)
        #expect(result.output.contains("h264, 640x360"))
        #expect(result.output.contains("advice"))
        // "plate        AB12CDE: read 9 times, characters 28.0 pixels high, confidence 0.99", or from one height to another.
        let line = try #require(result.output.split(separator: "\n").first { $0.hasPrefix("plate ") })
        #expect(line.contains(PlateClip.text))
        let words = line.split(separator: " ")
        let at = try #require(words.firstIndex(of: "characters"))
        let height = try #require(Double(words[at + 1]))
        #expect(abs(height - 28) < 3)
    }

    @Test func `a reader that goes away ends the scan with an error, not a crash`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let pipe = Pipe()
        let errors = try folder.handle("errors")
        try pipe.fileHandleForReading.close()
        let process = try Program.start(["run", clip], output: pipe, errors: errors)
        try pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 74)
        #expect(try folder.text("errors").contains("writing to standard output: Broken pipe"))
    }

    @Test func `where the plate model is missing, Tesseract's own is used with a warning`() throws {
        // Run from a folder that holds nothing else, the program finds no plate model of its own.
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: Program.path, toPath: folder.file("plated"))
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 0.4)
        let result = try Program.run(["run", clip], program: folder.file("plated"))
        #expect(result.status == 0)
        #expect(result.errors.contains("the plate model plate.traineddata is not installed"))
    }

    @Test func `sets are measured, and bad rows are told`() throws {
        let folder = try TemporaryFolder()
        _ = try PlateClip.make("still.png", in: folder)
        _ = try PlateClip.make("clip.mp4", in: folder)
        _ = try folder.write("video,text\nclip.mp4,\(PlateClip.text)\n", to: "manifest.csv")
        let clips = try Program.run("eval", folder.path, "--json")
        #expect(clips.status == 0)
        let figures = try #require(json(clips.output).first)
        #expect(figures["right"] as? Int == 1)
        #expect(figures["wrong"] as? Int == 0)
        let stills = try folder.write(
            """
            image,x_min,y_min,x_max,y_max,text,colour
            still.png,180,200,330,240,\(PlateClip.text),white
            none.png,0,0,10,10,AB12CD,white
            still.png,50,0,10,10,AB12CD,white
            still.png,600,300,700,340,AB12CD,white
            """, to: "stills.csv")
        let result = try Program.run("eval", stills, "--json", "--sheet", folder.file("sheet.html"))
        #expect(result.status == 65)
        #expect(result.errors.contains("stills.csv:1: colour:"))
        #expect(result.errors.contains("stills.csv:3: image: is left out: there is no"))
        #expect(result.errors.contains("stills.csv:4: is left out: its box"))
        #expect(result.errors.contains("stills.csv:5: is left out: its box lies outside the picture, which is 640x360"))
        let measured = try #require(json(result.output).first)
        #expect(measured["exact_match"] as? Double == 1)
        #expect(measured["unmeasured_rows"] as? Int == 4)
        #expect(try folder.text("sheet.html").contains("<!doctype html>"))
    }
}
