import GRDB

/// What lines are packed with: phrases that they have in common, each of which becomes one byte.
///
/// It stands in the file, under a number that each packed line names: a later version may bring another, and both are read.
enum LineDictionary {
    /// What new lines are packed with. Never changed: a better one gets the next number.
    static let number: UInt8 = 1

    /// A phrase a line. Each goes from the end of one value to the beginning of the next.
    static let bytes = Array(
        #"""
        {"schema":"plated.event/1","id":"
        ","ts":"
        ","camera":"
        ","plate":"
        ","plate_raw":"
        ","confidence":0.
        ","confidence":1.000,"candidates":[{"plate":"
        ","confidence":1.000}],"format":"
        ","confidence":1.000}],"format":null,"region":null,"box":[
        ,"candidates":[{"plate":"
        },{"plate":"
        }],"format":"
        }],"format":null,"region":null,"box":[
        ","region":"
        ","region":null,"box":[
        ","box":[
        ],"reads":
        ,"frames_seen":
        ,"first_seen":"
        ","last_seen":"
        ","engine":"neural","latency_ms":
        ","engine":"tesseract","latency_ms":
        ","engine":"
        ","latency_ms":
        ,"position_s":
        ,"file":"
        ,"direction":{"degrees":
        ,"direction":{"movement":"standing"}
        ,"direction":{"movement":"
        ,"movement":"approaching"}
        ,"movement":"leaving"}
        ,"movement":"passing"}
        ,"movement":"standing"}
        ,"lane":"
        ","evidence":{"ts":"
        ,"evidence":{"ts":"
        ],"frame":{"width":
        ],"frame":{"width":1920,"height":1080},"crop":{"path":"
        ],"frame":{"width":1280,"height":720},"crop":{"path":"
        ],"frame":{"width":2560,"height":1440},"crop":{"path":"
        ],"frame":{"width":3840,"height":2160},"crop":{"path":"
        ],"crop":{"path":"
        },"crop":{"path":"
        },"scene":{"path":"
        .crop.jpg","sha256":"
        .jpg","sha256":"
        ","sha256":"
        ","bytes":
        ,"width":
        ,"height":
        ,"width":960,"height":540}},"prev":"
        ,"width":1280,"height":720}},"prev":"
        ,"width":1920,"height":1080}},"prev":"
        },"missing":"
        ],"missing":"
        ","missing":"
        ,"missing":"
        }},"prev":"
        },"prev":"
        ","prev":"
        ,"prev":"
        {"schema":"plated.gap/1","id":"
        ","gap":"
        ","state":"began","cause":"
        ","state":"ended","cause":"
        ","start":"
        ","end":"
        ","end":null
        ","duration_s":
        {"schema":"plated.torn/1","id":"
        ","fragment":"
        {"schema":"plated.seal/1","id":"
        ","reason":"hour","lines":
        ","reason":"
        ,"head":"
        ","key":"
        ","signature":"
        {"schema":"plated.forgotten/1","id":"
        ","hash":"
        """#.utf8)

    /// Puts it into a file that does not have it yet.
    static func keep(in database: Database) throws {
        guard try all(in: database)[number] == nil else { return }
        try Prepared("INSERT OR IGNORE INTO dictionary(id, bytes) VALUES(?, ?)", in: database)
            .run(.integer(Int64(number)), .blob(bytes))
    }

    /// All that the file has, by their numbers.
    static func all(in database: Database) throws -> [UInt8: LinePhrases] {
        var all: [UInt8: LinePhrases] = [:]
        try Prepared("SELECT id, bytes FROM dictionary", in: database).rows { row in
            let bytes = row.bytes(at: 1)
            all[UInt8(truncatingIfNeeded: row.integer(at: 0))] = bytes == Self.bytes ? .present : LinePhrases(bytes)
            return true
        }
        return all
    }
}
