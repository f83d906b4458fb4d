import Answers
import Records

/// What Plate Recognizer Stream sends to a webhook, for receivers that were written for it (ParkPow among them).
/// https://guides.platerecognizer.com/docs/stream/results
///
/// Vehicles, makes, colours, speeds and the scores of detection and country are not known here: those are null, or left out where Stream
/// leaves them out, too.
struct PlateRecognizerFormat {
    private let parcel: Parcel
    private let target: String
    private let zone: LocalZone
    private let plate: PicturedPlate?

    /// - Parameters:
    ///   - target: the address that it is sent to.
    ///   - picture: what goes with it.
    init(_ parcel: Parcel, target: String, picture: PictureChoice, zone: LocalZone) {
        self.parcel = parcel
        plate = PicturedPlate(parcel, picture: picture)
        self.target = target
        self.zone = zone
    }

    private var time: WallTime { plate?.time ?? parcel.time }

    /// Nil where none goes with it.
    var file: WebhookRequest.Picture? {
        plate?.picture.map { WebhookRequest.Picture(name: fileName, bytes: $0) }
    }

    /// Without its folder.
    private var fileName: String { String(path.split(separator: "/").last ?? "") }

    /// `gate_screenshots/26-11-22/04-35-10.123000.jpg`, by this place's clocks. Of the event's time, since pictures of two plates may have been
    /// taken at once.
    private var path: String {
        let (day, clock) = local(parcel.time)
        return "\(parcel.camera)_screenshots/\(day.dropFirst(2))/\(clock.replacing(":", with: "-"))000.jpg"
    }

    private func local(_ time: WallTime) -> (day: Substring, clock: String) {
        let text = zone.rfc3339(time)
        return (text.prefix(10), String(text.dropFirst(11).prefix(12)))
    }

    var json: String {
        var hook = JSONObject()
        hook.add("target", target)
        hook.add("id", parcel.camera)
        hook.add("event", "recognition")
        hook.add("filename", path)
        var data = JSONObject()
        data.add("camera_id", parcel.camera)
        data.add("filename", path)
        let (day, clock) = local(time)
        // Stream writes microseconds.
        data.add("timestamp", time.description.replacing("Z", with: "000Z"))
        data.add("timestamp_local", "\(day) \(clock)000\(zone.rfc3339(time).suffix(6))")
        data.add("timestamp_camera", nil)
        data.add("results", json: JSONObject.list(plate.map { [result($0)] } ?? []))
        var object = JSONObject()
        object.add("hook", json: hook.text)
        object.add("data", json: data.text)
        return object.text
    }

    private func result(_ plate: PicturedPlate) -> String {
        let event = plate.event
        var box = JSONObject()
        box.add("xmin", plate.box.x)
        box.add("ymin", plate.box.y)
        box.add("xmax", plate.box.x + plate.box.width)
        box.add("ymax", plate.box.y + plate.box.height)
        var result = JSONObject()
        result.add("box", json: box.text)
        result.add("plate", event.plate.lowercased())
        if let code = event.region {
            var region = JSONObject()
            region.add("code", code.lowercased())
            region.add("score", nil)
            result.add("region", json: region.text)
        } else {
            result.add("region", nil)
        }
        result.add("score", event.confidence, digits: 3)
        let candidates = event.candidates.map { candidate in
            var object = JSONObject()
            object.add("score", candidate.confidence, digits: 3)
            object.add("plate", candidate.plate.lowercased())
            return object.text
        }
        result.add("candidates", json: JSONObject.list(candidates))
        result.add("dscore", nil)
        result.add("vehicle", nil)
        // Stream counts as mathematicians do: 90 is upwards. Our events count as pictures do: 90 is downwards.
        if let degrees = event.direction?.degrees {
            result.add("direction", (360 - degrees) % 360)
        } else {
            result.add("direction", nil)
        }
        result.add("source_url", event.file)
        if let position = event.position {
            result.add("position_sec", position, digits: 3)
        } else {
            result.add("position_sec", nil)
        }
        result.add("speed", nil)
        result.add("user_data", nil)
        return result.text
    }
}
