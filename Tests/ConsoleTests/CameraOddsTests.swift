import Answers
import Basics
import TestSupport
import Testing

/// What people's word of a camera's plates makes of its probabilities, on cameras whose plates are right as often as was drawn for them.
@Suite struct CameraOddsTests {
    typealias Look = CameraOdds.Look

    /// Plates as they are told, of which each is right as its odds say, times those of the camera.
    private struct Camera {
        let odds: Double
        var random: SplitMix64

        /// From 0.73 to 0.989, half of them above 0.92.
        mutating func look() -> (told: Double, look: Look) {
            let logit = Double.random(in: 1...4.5, using: &random)
            let truth = 1 / (1 + exponential(-logit - naturalLogarithm(odds)))
            let told = 1 / (1 + exponential(-logit))
            return (
                told, Look(probability: told, odds: nil, isRight: Double.random(in: 0..<1, using: &random) < truth)
            )
        }

        mutating func looks(_ count: Int) -> [Look] { (0..<count).map { _ in look().look } }
    }

    /// The expected calibration error of a camera's probabilities once its odds are multiplied, without what chance makes of it: the mean
    /// distance between what is told of a plate and how often such plates are right.
    private func error(of odds: Double, in camera: Camera) -> Double {
        var (sum, count) = (0.0, 0)
        for logit in stride(from: 1.0, through: 4.5, by: 0.05) {
            let told = 1 / (1 + exponential(-logit - naturalLogarithm(odds)))
            sum += abs(told - 1 / (1 + exponential(-logit - naturalLogarithm(camera.odds))))
            count += 1
        }
        return sum / Double(count)
    }

    /// The mean error of many cameras, before and after so many of their plates were looked at.
    private func errors(odds: Double, looks: Int, cameras: Int = 60) -> (before: Double, after: Double, worst: Double) {
        var (after, worst) = (0.0, 0.0)
        let before = error(of: 1, in: Camera(odds: odds, random: SplitMix64(seed: 0)))
        for seed in 0..<cameras {
            var camera = Camera(odds: odds, random: SplitMix64(seed: UInt64(seed) &* 7919 &+ UInt64(looks)))
            let found = CameraOdds(checked: camera.looks(looks), newest: [])
            let error = error(of: found.odds, in: camera)
            after += error
            worst = max(worst, error - before)
        }
        return (before, after / Double(cameras), worst)
    }

    @Test func `a camera of which nobody said anything is as measured`() {
        #expect(CameraOdds(checked: [], newest: []).odds == 1)
        var camera = Camera(odds: 1, random: SplitMix64(seed: 4))
        // Nobody corrected anything: that says nothing of how right its plates are.
        let newest = camera.looks(500).map { look in
            Look(probability: 1 / (1 + exponential(-look.measured)), odds: nil, isRight: true)
        }
        let found = CameraOdds(checked: [], newest: newest)
        #expect(found.odds == 1 && found.corrected.wrong == 0 && found.corrected.expected > 20)
    }

    @Test(arguments: [(0.25, 50, 0.8), (0.25, 100, 0.6), (0.25, 300, 0.3), (0.4, 300, 0.5), (4, 300, 0.7)])
    func `plates that are looked at bring probabilities nearer to what is right`(odds: Double, looks: Int, part: Double)
    {
        let errors = errors(odds: odds, looks: looks)
        print("odds \(odds), \(looks) looks: error \(errors.before) before, \(errors.after) after")
        #expect(errors.after < part * errors.before, "\(errors)")
    }

    @Test(arguments: [1, 5, 10, 30, 100, 300])
    func `a camera that is as measured hardly gets worse by being looked at`(looks: Int) {
        let errors = errors(odds: 1, looks: looks, cameras: 200)
        print("odds 1, \(looks) looks: error \(errors.after) after, \(errors.worst) at most")
        #expect(errors.before == 0 && errors.after < 0.005, "\(errors)")
    }

    @Test func `who looks at the number after every fifth plate finds one by chance, but seldom`() {
        var found = 0
        for seed in 0..<100 {
            var camera = Camera(odds: 1, random: SplitMix64(seed: UInt64(seed) &* 104_729))
            let looks = camera.looks(300)
            if stride(from: 5, through: 300, by: 5).contains(where: {
                CameraOdds(checked: Array(looks.prefix($0)), newest: []).odds != 1
            }) {
                found += 1
            }
        }
        print("odds 1: a number within 300 looks, asked for after every fifth, of \(found) in 100 cameras")
        #expect(found < 20)
    }

    @Test func `ten people's whims are bounded`() {
        var camera = Camera(odds: 1, random: SplitMix64(seed: 9))
        let right = camera.looks(200).filter(\.isRight)
        let wrong = (0..<10).map { _ in Look(probability: 0.95, odds: nil, isRight: false) }
        // All that is known is ten wrong ones: no further than the bound. Beside others they are ten of many.
        #expect(CameraOdds(checked: wrong, newest: []).odds == CameraOdds.bounds.lowerBound)
        let among = CameraOdds(checked: camera.looks(100) + wrong, newest: [])
        #expect(among.odds > 0.2 && among.odds < 0.8, "\(among)")
        let thousand = (0..<1000).map { _ in Look(probability: 0.999, odds: nil, isRight: false) }
        #expect(CameraOdds(checked: thousand, newest: thousand).odds == CameraOdds.bounds.lowerBound)
        // Ten corrections of plates that were right, where as many wrong ones are expected: nothing.
        #expect(CameraOdds(checked: [], newest: right + wrong).odds == 1)
        let flattered = (0..<1000).map { _ in Look(probability: 0.5, odds: nil, isRight: true) }
        #expect(CameraOdds(checked: flattered, newest: []).odds == CameraOdds.bounds.upperBound)
    }

    @Test func `corrections lower the odds where there are too many of them, and nothing raises them`() {
        var bad = Camera(odds: 0.2, random: SplitMix64(seed: 2))
        // Whoever corrects sees half of what is wrong.
        var isSeen = false
        let newest = bad.looks(1000).map { look in
            if !look.isRight { isSeen.toggle() }
            return Look(
                probability: 1 / (1 + exponential(-look.measured)), odds: nil, isRight: look.isRight || !isSeen)
        }
        let found = CameraOdds(checked: [], newest: newest)
        #expect(found.odds < 0.7 && found.odds > 0.2, "half of what is wrong is seen: \(found)")
        // Those that were looked at know better.
        #expect(CameraOdds(checked: bad.looks(400), newest: newest).odds < found.odds)
        // The best of looks does not stand against more corrections than there can be.
        let flattered = (0..<300).map { _ in Look(probability: 0.9, odds: nil, isRight: true) }
        #expect(CameraOdds(checked: flattered, newest: []).odds > 1)
        #expect(CameraOdds(checked: flattered, newest: newest).odds < 1)
    }

    @Test func `a camera that is refined already is found to be so`() {
        var camera = Camera(odds: 0.3, random: SplitMix64(seed: 6))
        let looks = (0..<400).map { _ in camera.look() }
        let first = CameraOdds(checked: looks.map(\.look), newest: [])
        let told = looks.map { told, look in
            Look(
                probability: told * first.odds / (told * first.odds + 1 - told), odds: first.odds,
                isRight: look.isRight)
        }
        #expect(CameraOdds(checked: told, newest: []).odds == first.odds && first.odds < 0.5)
    }

    @Test func `how many should be wrong, and how probable that is by chance`() {
        let looks = [0.9, 0.8, 0.5].map { Look(probability: $0, odds: nil, isRight: $0 > 0.6) }
        let count = CameraOdds(checked: looks, newest: []).checked
        #expect(count.plates == 3 && count.wrong == 1 && abs(count.expected - 0.8) < 1e-9)
        // None: 0.36. One: 0.1 × 0.8 × 0.5 + 0.9 × 0.2 × 0.5 + 0.9 × 0.8 × 0.5 = 0.49.
        #expect(abs(count.chanceOfMore - 0.64) < 1e-9 && abs(count.chanceOfFewer - 0.85) < 1e-9)
    }
}
