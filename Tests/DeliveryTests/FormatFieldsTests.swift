import Foundation
import TestSupport
import Testing

@testable import Delivery

/// Payloads against the whole lists of fields that the documents have.
extension FormatTests {
    /// Every field that the documents of docs/integrations have, and which of them are left out.
    @Test(arguments: [
        (
            WebhookFormat.openALPR, [String](),
            """
            version data_type epoch_time img_width img_height processing_time_ms regions_of_interest results uuid camera_id site_id
            """, "processing_time_ms regions_of_interest"
        ),
        (
            .openALPR, ["results"],
            """
            plate confidence matches_template plate_index region region_confidence processing_time_ms requested_topn coordinates
            candidates plate_crop_jpeg vehicle_region
            """, "matches_template region_confidence processing_time_ms vehicle_region"
        ),
        (
            .openALPRGroup, [],
            """
            data_type version epoch_start epoch_end frame_start frame_end company_id agent_uid agent_version agent_type camera_id country
            uuids plate_indexes candidates best_plate best_confidence best_uuid best_plate_number best_region
            best_region_confidence matches_template best_image_width best_image_height travel_direction is_parked vehicle
            vehicle_crop_jpeg web_server_config
            """,
            """
            frame_start frame_end company_id agent_version best_region_confidence matches_template is_parked vehicle vehicle_crop_jpeg
            """
        ),
        (
            .openALPRGroup, ["best_plate"],
            """
            plate confidence matches_template plate_index region region_confidence processing_time_ms requested_topn coordinates
            plate_crop_jpeg vehicle_region candidates
            """, "matches_template region_confidence processing_time_ms vehicle_region"
        ),
        (.plateRecognizerJSON, [], "hook data", ""), (.plateRecognizerJSON, ["hook"], "target id event filename", ""),
        (
            .plateRecognizerJSON, ["data"],
            "camera_id filename timestamp timestamp_local timestamp_camera results", ""
        ),
        (
            .plateRecognizerJSON, ["data", "results"],
            """
            box plate region score candidates dscore vehicle model_make color orientation direction source_url position_sec speed
            user_data
            """, "model_make color orientation"
        ),
    ])
    func `each field of the documents is sent, or known to be left out, and there is no other`(
        format: WebhookFormat, path: [String], documented: String, leftOut: String
    ) throws {
        var found = try json(
            request(full(), format) {
                $0.numbers = ["gate": 7]
                $0.picture = .crop
            })
        for name in path {
            let inner = try #require(found[name])
            found = try #require(inner as? NSDictionary ?? (inner as? [NSDictionary])?.first)
        }
        func names(_ text: String) -> Set<String> { Set(text.split { $0.isWhitespace }.map(String.init)) }
        #expect(Set(found.allKeys.compactMap { $0 as? String }) == names(documented).subtracting(names(leftOut)))
        #expect(names(leftOut).isSubset(of: names(documented)))
    }

    @Test func `docs/integrations.md names what can stand in a template, and nothing else`() throws {
        let page = try String(contentsOfFile: "\(repository)/docs/integrations.md", encoding: .utf8)
        let start = try #require(page.firstRange(of: "### `template`"))
        let end = try #require(page[start.upperBound...].firstRange(of: "\n## "))
        let part = page[start.upperBound..<end.lowerBound]
        let named = part.matches(of: /`\{([a-z_0-9]+)\}`/).map { String($0.1) }
        #expect(Set(named) == Set(TemplateValues.names))
    }
}
