import ALPR

/// A question as it goes into a request.
struct Sheet: Sendable, Equatable {
    var ticket: Int
    var picture: LumaImage
    /// In pixels of the picture.
    var region: Region

    init(_ question: DistantQuestion) {
        ticket = question.ticket
        picture = question.picture
        region = question.region
    }

    /// The same pictures, no two of them of one size: an answer says how large the picture was, and so which it was.
    static func told(apart sheets: [Sheet]) -> [Sheet] {
        var sizes: Set<[Int]> = []
        return sheets.map { sheet in
            var sheet = sheet
            var more = 0
            while !sizes.insert([sheet.picture.width + more, sheet.picture.height]).inserted { more += 1 }
            if more > 0 { sheet.picture = sheet.picture.widened(by: more) }
            return sheet
        }
    }
}

extension LumaImage {
    /// With its last column so many times more.
    fileprivate func widened(by more: Int) -> LumaImage {
        LumaImage(width: width + more, height: height) { out in
            for y in 0..<height {
                for x in 0..<width + more { out[y * (width + more) + x] = self[min(x, width - 1), y] }
            }
        }
    }
}
