#if canImport(Glibc)
    import Glibc
#endif

/// What the system said when a call failed.
struct SystemError: Error, Equatable {
    let number: Int32

    init(_ number: Int32 = errno) {
        self.number = number
    }

    var reason: String { String(cString: strerror(number)) }
}
