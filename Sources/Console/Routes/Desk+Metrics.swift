import Answers
import Hummingbird

/// For Prometheus. It is about all cameras, and about nothing that they saw.
extension Desk {
    @Sendable func metricsText(_ query: Query) async throws -> Response {
        .text(try await metrics(), MetricFamily.contentType)
    }
}
