import Testing

@testable import Plates

private let characters = PlateFormat.allLetters.union(PlateFormat.allDigits).sorted()

@Suite struct ConfusablesTests {
    @Test func `confusable characters cost the same either way`() {
        for read in characters {
            for meant in characters {
                #expect(Confusables.cost(of: read, meant: meant) == Confusables.cost(of: meant, meant: read))
            }
        }
    }

    @Test func `confusable characters are a letter and a digit, never two of a kind`() {
        for letter in PlateFormat.allLetters {
            for other in PlateFormat.allLetters { #expect(Confusables.cost(of: letter, meant: other) == nil) }
        }
        for digit in PlateFormat.allDigits {
            for other in PlateFormat.allDigits { #expect(Confusables.cost(of: digit, meant: other) == nil) }
        }
    }

    @Test(
        arguments: [
            ("O", "0"), ("I", "1"), ("Z", "2"), ("S", "5"), ("B", "8"), ("G", "6"),
        ] as [(Character, Character)])
    func `confusable characters are cheapest where they are twins`(_ letter: Character, digit: Character) throws {
        #expect(Confusables.cost(of: letter, meant: digit) == 0.5)
        #expect(Confusables.meanings(of: letter).first?.character == digit)
        #expect(Confusables.meanings(of: digit).first?.character == letter)
    }

    @Test func `confusable characters come cheapest first, each with the cost of the pair`() {
        for character in characters {
            let meanings = Confusables.meanings(of: character)
            #expect(meanings.map(\.cost) == meanings.map(\.cost).sorted())
            for meaning in meanings {
                #expect(Confusables.cost(of: character, meant: meaning.character) == meaning.cost)
            }
        }
        #expect(Confusables.meanings(of: "B").map(\.character) == ["8", "3"])
    }

    @Test(arguments: ["W", "X", "ä", "-"] as [Character])
    func `confusable characters are none for characters that look like nothing else`(_ character: Character) {
        #expect(Confusables.meanings(of: character).isEmpty)
    }

    @Test(arguments: [
        ("OB1", "081"), ("QDO", "000"), ("LIZS", "1125"), ("GB", "68"),
    ])
    func `confusable characters compare equal once both are canonical`(_ letters: String, digits: String) {
        #expect(Confusables.canonical(letters) == Confusables.canonical(digits))
        #expect(Confusables.canonical(digits) == digits)
    }

    @Test(arguments: [("A", "4"), ("T", "7"), ("W", "M"), ("8", "3")])
    func `confusable characters stay apart where they are no twins`(_ text: String, other: String) {
        #expect(Confusables.canonical(text) != Confusables.canonical(other))
    }
}
