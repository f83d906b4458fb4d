import ALPR
import CameraConfiguration
import ModelStore
import Settings

/// The description of a net that reads plates: what is accepted can be worked with.
enum NetDescriptionTarget {
    static var target: FuzzTarget { FuzzTarget("nets", texts: seeds, words: words, run: run) }

    private static func run(_ text: String) {
        do throws(Problems) {
            let net = try PlateNetFile.description(from: text, file: "net.yaml")
            require(net.slots > 0 && net.width > 0 && net.height > 0, "a net of no size: \(net)")
            require(net.alphabet.contains(net.padding), "padding that is no character: \(net)")
            require(Set(net.alphabet).count == net.alphabet.count, "a character twice: \(net)")
        } catch {
            require(!error.all.isEmpty, "an error without a problem")
        }
    }

    private static let seeds = [
        """
        max_plate_slots: 10
        alphabet: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_'
        pad_char: '_'
        img_height: 64
        img_width: 128
        keep_aspect_ratio: false
        image_color_mode: rgb
        plate_regions: [ 'Albania', 'Unknown' ]
        """, "",
    ]

    private static let words = [
        "max_plate_slots: ", "alphabet: ", "pad_char: ", "img_height: ", "img_width: ", "keep_aspect_ratio: ",
        "grayscale",
        "plate_regions: ", "[", "]", "'", "\n", "_", "-1", "0", "1e9", "null", "true", "Ä", "&a ", "*a",
    ]
}

/// The catalogue of nets: what is accepted names files that stay where they belong, with checksums.
enum CatalogueTarget {
    static var target: FuzzTarget { FuzzTarget("catalogues", texts: seeds, words: words, run: run) }

    private static func run(_ text: String) {
        do {
            for model in try ModelCatalogue(text: text, file: "catalogue.yaml").models {
                require(
                    !model.name.contains("/") && !model.name.hasPrefix("."), "a name that leads elsewhere: \(model)")
                for file in model.files {
                    require(!file.name.contains("/") && file.name != "..", "a file elsewhere: \(file)")
                    require(file.size > 0 && file.checksum.utf8.count == 64, "a file that cannot be checked: \(file)")
                    require(file.address?.contains("://") ?? true, "no address: \(file)")
                }
            }
        } catch let problems as Problems {
            require(!problems.all.isEmpty, "an error without a problem")
        } catch {
            require(error is Problem, "another error: \(error)")
        }
    }

    private static let seeds = [
        """
        models:
          - name: net-1
            kind: detector
            about: Finds plates
            project: https://example.org/net
            licence: MIT
            files:
              - name: net.onnx
                address: https://example.org/net.onnx
                size: 3344292
                sha256: 8031afb5fdc6b4d80462c9d542f1284ebd2cfddf5dbacd62609848d7e2855f44
        """, "",
    ]

    private static let words = [
        "models:", "- name: ", "kind: reader", "files:", "address: ", "http://", "size: ", "sha256: ", "../", "/", "..",
        "-", "\n",
        "  ", "0", "-1", "99999999999999999999", "null", "[", "]", "{", "}", "&a ", "*a", "Ä",
    ]
}
