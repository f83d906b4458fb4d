// The only thing taken from outside the standard library: elementary functions.
#if canImport(Glibc)
    import func Glibc.exp
    import func Glibc.log
#elseif canImport(Musl)
    import func Musl.exp
    import func Musl.log
#else
    import func Darwin.exp
    import func Darwin.log
#endif

public func exponential(_ x: Double) -> Double { exp(x) }
public func naturalLogarithm(_ x: Double) -> Double { log(x) }

extension Sequence<Double> {
    /// The middle value (the upper of the two middles); nil of nothing.
    @inlinable public func median() -> Double? {
        let sorted = self.sorted()
        return sorted.isEmpty ? nil : sorted[sorted.count / 2]
    }

    @inlinable public func mean() -> Double? {
        var sum = 0.0
        var count = 0
        for value in self {
            sum += value
            count += 1
        }
        return count == 0 ? nil : sum / Double(count)
    }

    /// Root of the mean squared distance from the mean; 0 of nothing.
    @inlinable public func standardDeviation() -> Double {
        guard let mean = mean(), let variance = map({ ($0 - mean) * ($0 - mean) }).mean() else { return 0 }
        return variance.squareRoot()
    }
}
