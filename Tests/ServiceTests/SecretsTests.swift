import Addresses
import Service
import Testing

@Suite struct SecretsTests {
    @Test func `what was added is hidden in every line from then on, however it is written`() {
        Secrets.add(SourceAddress("rtsp://cam:s%26cret-one@192.0.2.1/x"))
        let line = Secrets.hidden(in: "cannot open rtsp://cam:s%26cret-one@192.0.2.1/x: s&cret-one was refused")
        #expect(line == "cannot open rtsp://cam:***@192.0.2.1/x: *** was refused")
    }

    @Test func `addresses among the arguments are added, but not the program's name`() {
        Secrets.add(arguments: ["plated", "run", "rtsp://cam:secret-two@192.0.2.1/x"])
        #expect(!Secrets.hidden(in: "of secret-two").contains("secret-two"))
        #expect(Secrets.hidden(in: "plated run") == "plated run")
    }
}
