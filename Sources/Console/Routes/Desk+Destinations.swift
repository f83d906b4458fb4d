import Answers
import Basics
import Hummingbird
import Logging

/// How what is sent to other programs is getting on. About all cameras, so nobody who sees some alone gets here.
extension Desk {
    @Sendable func apiDestinations(_ query: Query) async throws -> Response {
        var object = JSONObject()
        object.add("schema", "plated.destinations/1")
        object.add("destinations", json: JSONObject.list(try await destinations().map { $0.json(zone) }))
        return .json(object)
    }

    /// For the page of health. What keeps them from being told keeps nobody from seeing how cameras are doing.
    func fillDestinations(_ values: inout Pages.Values, _ query: Query) async throws {
        guard query.seenCameras.isEmpty else { return }
        let answers: [DestinationAnswer]
        do { answers = try await destinations() } catch let failure as Failure {
            talk.warning("a page cannot tell how destinations are doing: \(failure)")
            values["destinationTrouble"] = "How destinations are doing cannot be told. The hub's journal says why."
            values["hasDestinations"] = true
            return
        }
        values["hasDestinations"] = !answers.isEmpty
        values["destinations"] = answers.map { answer in
            DestinationView(answer: answer, now: query.now, zone: zone, isForPlates: query.role >= .operator).values
        }
    }
}
