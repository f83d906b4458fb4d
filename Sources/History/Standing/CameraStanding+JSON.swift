import Answers
import Records

extension CameraStanding? {
    /// `state`, `seeing`, `cause`, `since` and `detail`; null each where nobody knows.
    public func fill(_ object: inout JSONObject, _ zone: LocalZone) {
        object.add("state", self?.state.rawValue)
        object.add("seeing", json: self?.isSeeing.map { $0 ? "true" : "false" } ?? "null")
        object.add("cause", self?.cause)
        object.add("since", self?.since, in: zone)
        object.add("detail", self?.detail)
    }
}
