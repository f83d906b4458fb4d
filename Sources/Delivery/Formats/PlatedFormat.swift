import Answers
import Foundation
import Records

/// Our own webhook: type, time and data, as Standard Webhooks recommend; data is the very line of the log.
enum PlatedFormat {
    static func json(_ parcel: Parcel, picture: [UInt8]?, way: WebhookWay) -> String {
        var object = JSONObject()
        object.add("type", type(of: parcel))
        object.add("timestamp", parcel.time.description)
        object.add("hub", parcel.hub)
        object.add("data", json: parcel.line)
        if let picture {
            var file = JSONObject()
            file.add("kind", way.picture.rawValue)
            file.add("content_type", "image/jpeg")
            file.add("base64", Data(picture).base64EncodedString())
            object.add("picture", json: file.text)
        } else if way.pictureAs == .linked, way.picture != .none, let links = way.links,
            let link = parcel.link(links, picture: way.picture)
        {
            var file = JSONObject()
            file.add("kind", way.picture.rawValue)
            file.add("content_type", "image/jpeg")
            file.add("url", link)
            object.add("picture", json: file.text)
        }
        return object.text
    }

    static func type(of parcel: Parcel) -> String {
        if let gap = parcel.gap { return gap.end == nil ? "gap.began" : "gap.ended" }
        if parcel.match != nil { return "plate.matched" }
        if parcel.opening != nil { return "door.open" }
        if let session = parcel.session { return "session.\(session.change.rawValue)" }
        return "plate.accepted"
    }
}
