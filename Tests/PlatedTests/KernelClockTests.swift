import Records
import Service
import TestSupport
import Testing

@Suite struct KernelClockTests {
    @Test func `whether the clock is kept right is what the kernel says`() throws {
        // Its fourth word is the largest error, in microseconds; 16 seconds where nobody is heard of.
        let program = """
            import ctypes
            words = (ctypes.c_long * 64)()
            answer = ctypes.CDLL(None).adjtimex(words)
            print("none" if answer < 0 else words[3] < 16000000)
            """
        let answer = try Program.run(["-c", program], program: "/usr/bin/python3").output
        #expect(["none\n", "True\n", "False\n"].contains(answer), "\(answer)")
        if answer != "none\n" {
            // It has not gone for an hour.
            #expect(ClockTrust.ofMachine(log: Talk().logger).isRight(at: .now) == (answer == "True\n"))
        }
    }
}
