import Answers
import Basics
import Rules
import Settings

/// Lists of plates as people write them: what was taken is kept when it is written again, and one lookup takes little.
enum ListTarget {
    static var target: FuzzTarget { FuzzTarget("lists", texts: seeds, words: words, run: run) }

    private static func run(_ text: String) {
        for kind in ListKind.allCases {
            guard let list = list(text, kind) else { continue }
            guard let again = Self.list(list.text, kind) else {
                return require(false, "what was written is refused: \(list.text)")
            }
            require(again == list, "what was written is read as another list: \(list.text)")
        }
    }

    private static func list(_ text: String, _ kind: ListKind) -> PlateList? {
        do throws(Problems) {
            return try PlateList(name: "staff", kind: kind, text: text, file: "staff.\(kind.rawValue).csv", zone: .utc)
        } catch {
            require(!error.all.isEmpty && error.description.contains("staff"), "an error without a problem")
            return nil
        }
    }

    private static let seeds = [
        #"""
        plate,note,owner,from,until,cameras,hours
        AB12CDE,"the director, ""Mini""",Ann,2026-11-20,2026-11-20 14:05,gate yard,mon-fri 08:00-17:00
        B?12*,,,,,,
        'ab-12 cd,,'=1+1,,,,
        """#, "Plate;Note\nAB12CD;x\n", "plate\r\nAB12CD\r\n", "plate", "",
    ]

    private static let words = [
        "plate", "note", "owner", "from", "until", "cameras", "hours", ",", ";", "\t", "\"", "\"\"", "\n", "\r\n", "\r",
        "'=",
        "*", "?", "**", "2026-02-29", "2026-11-20 24:00", "mon-sun", "00:00-24:00", "sat,sun 22:00-04:00", "\u{FEFF}",
        "Ö",
        "ß", "皖A", "\u{0}", "\u{2028}",
    ]
}
