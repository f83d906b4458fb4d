import ALPR
import Capture
import Logging
import Records
import TestSupport

import class Foundation.Thread

@testable import Scanner

/// A scan of drawn frames, with a scripted engine.
struct ScannerScene {
    let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// 25 pictures a second.
    func frames(_ count: Int, from start: Int = 0) -> [Frame] {
        (start..<start + count).map {
            Frame(image: LumaImage(width: 320, height: 240), time: Timestamp(.milliseconds(40 * $0)))
        }
    }

    /// Reads what its engine says in every picture.
    static func recogniser(_ engine: ScriptedEngine = ScriptedEngine(["AB12CD"])) -> Recogniser {
        Recogniser(
            localiser: ScriptedLocaliser(rowAt: Box(x: 100, y: 100, width: 120, height: 24)), engine: engine,
            settings: .everyFrame)
    }

    func scanner(
        into recording: Recording, texts: [String] = ["AB12CD"], engine: ScriptedEngine? = nil, quickens: Bool = true,
        reconnect: [Duration] = [.milliseconds(5)], log: Logger? = nil,
        now: @escaping @Sendable () -> Moment = { .now },
        source: @escaping @Sendable () throws -> any VideoSource
    ) -> Scanner {
        var settings = Scanner.Settings()
        settings.reconnect = reconnect
        settings.quickens = quickens
        // The scripted engine reads one text, and not the canary's.
        settings.canary = nil
        return Scanner(
            recipes: .init(
                source: source,
                recogniser: { Self.recogniser(engine ?? ScriptedEngine(texts)) },
                outlet: { RecordingOutlet(recording: recording) }),
            settings: settings, log: log ?? self.log, now: now)
    }
}

struct Lost: Error {}

/// A source that got over some broken packets and then failed, with one picture before that or without any.
struct Ailing: VideoSource {
    var isLive = false
    var frame: Frame?
    var health = SourceHealth()

    mutating func nextFrame(where admits: (Timestamp) -> Bool) throws -> Frame? {
        if let frame {
            self.frame = nil
            return frame
        }
        health.brokenPackets = 3
        throw Lost()
    }
}

/// A camera that shows one picture, and then passes over damaged ones until it gives up; once it is opened anew, all are whole.
struct Smearing: VideoSource {
    struct Stall: SourceLoss { let isStall = true }

    let isLive = true
    let isBetter: Bool
    var health = SourceHealth()
    private var number = 0

    init(isBetter: Bool) { self.isBetter = isBetter }

    mutating func nextFrame(where admits: (Timestamp) -> Bool) throws -> Frame? {
        try nextFrame(where: admits, wish: { nil }, passedOver: { _ in })
    }

    mutating func nextFrame(
        where admits: (Timestamp) -> Bool, wish: () -> Wakefulness.Reason?, passedOver: (PassedOver) -> Void
    ) throws -> Frame? {
        while true {
            // A camera's own pace.
            Thread.sleep(forTimeInterval: 0.02)
            number += 1
            if isBetter || number == 1 {
                let time = Timestamp(.milliseconds(20 * number))
                guard admits(time) else { continue }
                return Frame(image: LumaImage(width: 320, height: 240), time: time)
            }
            health.damagedPictures += 1
            passedOver(.damaged(health))
            if number > 200 { throw Stall() }
        }
    }
}
