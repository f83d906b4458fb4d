import Basics
import Testing

@Suite struct ToldErrorTests {
    private struct Lost: ToldError {
        var action = "reading a"
        var reason = "it is gone"
        var remedy = ""
        var status: Basics.ExitStatus { .noInput }
    }

    private struct Unheard: Error, CustomStringConvertible {
        var description: String { "nobody told" }
    }

    @Test(arguments: [
        (Lost(), "reading a: it is gone"), (Lost(remedy: "Bring it back."), "reading a: it is gone\nBring it back."),
        (Lost(action: ""), "it is gone"), (Lost(action: "", reason: ""), ""),
    ])
    private func `an error says what was being done, why it failed, and on a line of its own what to do`(
        error: Lost, text: String
    ) {
        #expect("\(error)" == text)
        #expect("\(Failure(error))" == text)
    }

    @Test func `a failure has the status of the error that it tells`() {
        #expect(
            Failure(Lost(remedy: "Look."))
                == Failure(.noInput, while: "reading a", because: "it is gone", remedy: "Look."))
        #expect(Failure(Failure(.temporary)) == Failure(.temporary))
    }

    @Test func `an error that says nothing for people is a fault of the program`() {
        #expect(Failure(Unheard()).status == .software)
        #expect("\(Failure(Unheard()))" == "nobody told")
    }
}
