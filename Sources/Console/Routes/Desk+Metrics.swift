import Answers
import Hummingbird

/// For Prometheus. It is about all cameras, and about nothing that they saw; when doors opened is for those whom `/api/stats` tells it.
extension Desk {
    @Sendable func metricsText(_ query: Query) async throws -> Response {
        let doors = Self.mayCount("opening", role: query.role, seesAll: query.seenCameras.isEmpty)
        return .text(try await metrics(doors), MetricFamily.contentType)
    }
}
