#if canImport(Glibc)
    import Glibc
#endif

/// Takes every `step`th input from `first` on, one after the other, and writes down which before it does.
struct Worker {
    let target: FuzzTarget
    let mutator: Mutator
    let ledger: Ledger

    func work(from first: Int, to end: Int, step: Int) {
        for number in stride(from: first, to: end, by: step) {
            let input = mutator.input(number)
            ledger.input = input
            ledger.number = number
            let began = ContinuousClock.now
            target.run(input)
            let (seconds, attoseconds) = began.duration(to: .now).components
            let milliseconds = Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
            if milliseconds > ledger.slowest.milliseconds { ledger.slowest = (number, milliseconds) }
            ledger.done += 1
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            ledger.residentKilobytes = max(ledger.residentKilobytes, usage.ru_maxrss)
        }
        ledger.number = end
    }
}
