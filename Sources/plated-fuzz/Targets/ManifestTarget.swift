import ALPR
import Evaluation
import Settings

/// A manifest: every row is used or told, and boxes are boxes.
enum ManifestTarget {
    static var target: FuzzTarget { FuzzTarget("manifests", texts: seeds, words: words, run: run) }

    private static func run(_ text: String) {
        let manifest: Manifest
        do {
            // Beside it, /dev/null and /dev/zero are what a row can name.
            manifest = try ManifestFile.manifest(from: text, path: "/dev/manifest.csv")
        } catch {
            return require(!error.all.isEmpty, "an error without a problem")
        }
        for plate in manifest.pictures.flatMap(\.plates) {
            guard let box = plate.box else { continue }
            require(box.width > 0 && box.height > 0, "a box of no size: \(box)")
            require(box.x >= -1 && box.y >= -1, "a box outside: \(box)")
        }
        for problem in manifest.problems { require(!problem.message.isEmpty, "a problem without a word") }
        var pictures = manifest.pictures
        for index in pictures.indices {
            _ = pictures[index].removeOutside(.init(x: 0, y: 0, width: 640, height: 480))
            for box in pictures[index].plates.compactMap(\.box) {
                require(box.maxX.isFinite && box.maxY.isFinite, "\(box)")
            }
        }
    }

    private static let seeds = [
        "image,x_min,y_min,x_max,y_max,text\nnull,10,20,110,50,AB12CD\nnull,,,,,\"A\"\"B\"\nmissing.jpg,1,2,3,4,X\n",
        "image,id,name,xMin,xMax,yMin,yMax,text\nnull,1,plate,10,110,20,50,ÄB-12\n",
        "video,text\nnull,AB12CD\nzero,\nnull,\"EF\n34\"\n", "\u{FEFF}image,text,region\r\nnull,AB12CD,nl\r\n", "",
    ]

    private static let words = [
        ",", "\"", "\"\"", "\n", "\r\n", "\r", "image", "video", "text", "xMin", "x_min", "null", "zero", "/dev/null",
        "..", "nan", "inf",
        "-inf", "1e308", "-1", "-0", "1e-308", "0x1p3", "9223372036854775808", "image,video,text\n",
    ]
}
