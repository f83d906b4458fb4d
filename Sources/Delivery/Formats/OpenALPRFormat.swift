import Answers
import Foundation
import Records

/// What OpenALPR's daemon and Rekor's agent send, for receivers that were written for them.
/// https://docs.rekor.ai/scout/application-integration/json-plate-results, https://github.com/openalpr/openalpr
///
/// Confidences are percentages, times are milliseconds, cameras are numbers. One event of ours is one result, and one group. What is not
/// known here is left out: the vehicle, its region, matches of a template, times of single steps.
struct OpenALPRFormat {
    private let parcel: Parcel
    /// Of the camera; nil where the configuration gives it none.
    private let number: Int?
    private let plate: PicturedPlate?

    init(_ parcel: Parcel, number: Int?, picture: PictureChoice) {
        self.parcel = parcel
        self.number = number
        plate = PicturedPlate(parcel, picture: picture)
    }

    private var id: String { parcel.id ?? "" }

    /// `alpr_results`.
    var results: String {
        var object = JSONObject()
        object.add("version", 2)
        object.add("data_type", "alpr_results")
        object.add("epoch_time", Int((plate?.time ?? parcel.time).milliseconds))
        if let size = plate?.size {
            object.add("img_width", size.width)
            object.add("img_height", size.height)
        }
        object.add("uuid", id)
        if let number { object.add("camera_id", number) }
        object.add("site_id", parcel.hub)
        object.add("results", json: JSONObject.list(plate.map { [result($0).text] } ?? []))
        return object.text
    }

    /// `alpr_group`.
    var group: String {
        guard let plate else { return "{}" }
        let event = plate.event
        var object = JSONObject()
        object.add("data_type", "alpr_group")
        object.add("version", 2)
        object.add("epoch_start", Int(event.firstSeen.milliseconds))
        object.add("epoch_end", Int(event.lastSeen.milliseconds))
        object.add("agent_uid", parcel.hub)
        object.add("agent_type", "plated-hub")
        if let number { object.add("camera_id", number) }
        if let region = event.region { object.add("country", region.lowercased()) }
        object.add("uuids", json: JSONObject.list([JSONLine.quoted(id)]))
        object.add("plate_indexes", json: "[0]")
        object.add("candidates", json: candidates(event))
        object.add("best_plate", json: result(plate).text)
        object.add("best_confidence", percent(event.confidence), digits: 3)
        object.add("best_uuid", id)
        object.add("best_plate_number", event.plate)
        if let region = event.region { object.add("best_region", region.lowercased()) }
        if let size = plate.size {
            object.add("best_image_width", size.width)
            object.add("best_image_height", size.height)
        }
        // Theirs is 0 upwards and goes on clockwise, ours begins at the right.
        if let degrees = event.direction?.degrees { object.add("travel_direction", (degrees + 90) % 360) }
        if event.direction?.movement == .standing { object.add("is_parked", true) }
        var labels = JSONObject()
        labels.add("camera_label", event.camera)
        labels.add("agent_label", parcel.hub)
        object.add("web_server_config", json: labels.text)
        return object.text
    }

    private func result(_ plate: PicturedPlate) -> JSONObject {
        let (event, box) = (plate.event, plate.box)
        var object = JSONObject()
        object.add("plate", event.plate)
        object.add("confidence", percent(event.confidence), digits: 3)
        object.add("plate_index", 0)
        if let region = event.region { object.add("region", region.lowercased()) }
        object.add("requested_topn", event.candidates.count)
        let corner = (x: box.x + box.width, y: box.y + box.height)
        let corners = [(box.x, box.y), (corner.x, box.y), (corner.x, corner.y), (box.x, corner.y)]
        object.add("coordinates", json: JSONObject.list(corners.map { "{\"x\":\($0.0),\"y\":\($0.1)}" }))
        object.add("candidates", json: candidates(event))
        if let picture = plate.picture { object.add("plate_crop_jpeg", Data(picture).base64EncodedString()) }
        return object
    }

    private func candidates(_ event: PlateEvent) -> String {
        JSONObject.list(
            event.candidates.map { candidate in
                var object = JSONObject()
                object.add("plate", candidate.plate)
                object.add("confidence", percent(candidate.confidence), digits: 3)
                return object.text
            })
    }

    private func percent(_ share: Double) -> Double { share * 100 }
}
