import Settings
import Testing

@Suite struct ProblemTests {
    @Test(arguments: [
        (Problem(file: "nl.yaml", line: 3, key: "name", message: "is missing"), "nl.yaml:3: name: is missing"),
        (Problem(file: "nl.yaml", line: 3, message: "is no YAML"), "nl.yaml:3: is no YAML"),
        (Problem(file: "nl.yaml", key: "name", message: "is missing"), "nl.yaml: name: is missing"),
        (Problem(file: "nl.yaml", message: "is empty"), "nl.yaml: is empty"),
    ])
    func `a problem prints file, line, key and message, without what is not known`(_ problem: Problem, line: String) {
        #expect("\(problem)" == line)
    }

    @Test func `a problem stands on a line of its own among others`() {
        let problems = Problems([Problem(file: "a", message: "is empty"), Problem(file: "b", message: "is empty")])
        #expect("\(problems)" == "a: is empty\nb: is empty")
    }
}
