import Fleet
import Records
import Testing

@Suite struct ForgottenRecordsTests {
    @Test func `it says the same again`() {
        let message = ForgottenRecords([.init(camera: "gate", id: "01M7"), .init(camera: "yard", id: "01M8")])
        #expect(ForgottenRecords(message.bytes) == message)
    }

    @Test func `what has a space in its name cannot be told, and says nothing else`() {
        let message = ForgottenRecords([.init(camera: "a gate", id: "01M7"), .init(camera: "gate", id: "01\nM8 x")])
        #expect(message.names.isEmpty)
    }

    @Test(arguments: [
        "", "plated.forget/1", "plated.forget/1 0\n", "plated.forget/1 1\ngate", "plated.forget/1 1\ngate 01M7",
        "plated.forget/1 2\ngate 01M7\n", "plated.forget/1 1\ngate 01M7 more\n", "plated.forget/1 501\n",
        "plated.forget/2 1\ngate 01M7\n",
    ])
    func `what is none is none`(text: String) { #expect(ForgottenRecords(Array(text.utf8)) == nil) }
}
