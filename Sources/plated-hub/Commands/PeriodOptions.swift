import Answers
import ArgumentParser
import Records

/// The time that is asked for.
struct PeriodOptions: ParsableArguments {
    @Option(
        help: .init("From when on: \(TimeExpression.examples).", valueName: "time"),
        transform: { try TimeExpression(argument: $0) })
    var from: TimeExpression?

    @Option(
        help: .init("Until when; a day counts to its end.", valueName: "time"),
        transform: { try TimeExpression(argument: $0) })
    var to: TimeExpression?

    func validate() throws {
        guard let from, from.earliest > .now else { return try checkOrder() }
        throw ValidationError("--from is a time still to come: \(LocalZone.current.text(from.earliest))")
    }

    private func checkOrder() throws {
        guard let from, let to, to.latest <= from.earliest else { return }
        let zone = LocalZone.current
        throw ValidationError("--to (\(zone.text(to.latest))) is not after --from (\(zone.text(from.earliest)))")
    }
}

extension TimeExpression {
    /// As somebody typed it, in the user's zone.
    init(argument: String) throws {
        do throws(Refusal) {
            try self.init(argument, now: .now, zone: .current)
        } catch {
            throw ValidationError(error.reason)
        }
    }
}
