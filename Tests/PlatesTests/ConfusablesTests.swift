import Testing

@testable import Plates

private let characters = PlateFormat.allLetters.union(PlateFormat.allDigits).sorted()

@Suite("Confusable characters") struct ConfusablesTests {
    @Test("cost the same either way")
    func symmetric() {
        for read in characters {
            for meant in characters {
                #expect(Confusables.cost(of: read, meant: meant) == Confusables.cost(of: meant, meant: read))
            }
        }
    }

    @Test("are a letter and a digit, never two of a kind")
    func acrossClasses() {
        for letter in PlateFormat.allLetters {
            for other in PlateFormat.allLetters { #expect(Confusables.cost(of: letter, meant: other) == nil) }
        }
        for digit in PlateFormat.allDigits {
            for other in PlateFormat.allDigits { #expect(Confusables.cost(of: digit, meant: other) == nil) }
        }
    }

    @Test(
        "are cheapest where they are twins",
        arguments: [
            ("O", "0"), ("I", "1"), ("Z", "2"), ("S", "5"), ("B", "8"), ("G", "6"),
        ] as [(Character, Character)])
    func twins(_ letter: Character, digit: Character) throws {
        #expect(Confusables.cost(of: letter, meant: digit) == 0.5)
        #expect(Confusables.meanings(of: letter).first?.character == digit)
        #expect(Confusables.meanings(of: digit).first?.character == letter)
    }

    @Test("come cheapest first, each with the cost of the pair")
    func order() {
        for character in characters {
            let meanings = Confusables.meanings(of: character)
            #expect(meanings.map(\.cost) == meanings.map(\.cost).sorted())
            for meaning in meanings {
                #expect(Confusables.cost(of: character, meant: meaning.character) == meaning.cost)
            }
        }
        #expect(Confusables.meanings(of: "B").map(\.character) == ["8", "3"])
    }

    @Test("are none for characters that look like nothing else", arguments: ["W", "X", "ä", "-"] as [Character])
    func noMeanings(_ character: Character) {
        #expect(Confusables.meanings(of: character).isEmpty)
    }

    @Test(
        "compare equal once both are canonical",
        arguments: [
            ("OB1", "081"), ("QDO", "000"), ("LIZS", "1125"), ("GB", "68"),
        ])
    func canonical(_ letters: String, digits: String) {
        #expect(Confusables.canonical(letters) == Confusables.canonical(digits))
        #expect(Confusables.canonical(digits) == digits)
    }

    @Test("stay apart where they are no twins", arguments: [("A", "4"), ("T", "7"), ("W", "M"), ("8", "3")])
    func notCanonical(_ text: String, other: String) {
        #expect(Confusables.canonical(text) != Confusables.canonical(other))
    }
}
