import ALPR
import Settings

/// A plate as somebody labelled it.
public struct LabelledPlate: Sendable, Equatable {
    /// In pixels; nil where it is not known.
    public var box: Box?
    /// Capitals, digits and whatever else the label has; nil where it is not known.
    public var text: String?
    /// Of the manifest; nil where it comes from none.
    public var line: Int?

    public init(box: Box?, text: String?, line: Int? = nil) {
        self.box = box
        self.text = text
        self.line = line
    }
}

public struct LabelledPicture: Sendable, Equatable {
    public var path: String
    public var plates: [LabelledPlate]

    /// Takes out the plates whose box does not lie in the picture, by more than a pixel or two; returns them.
    public mutating func removeOutside(_ bounds: Box) -> [LabelledPlate] {
        let isOutside = { (plate: LabelledPlate) in
            plate.box.map { $0.intersection(bounds.expanded(x: 2, y: 2)) != $0 } ?? false
        }
        defer { plates.removeAll(where: isOutside) }
        return plates.filter(isOutside)
    }
}

/// A recording and the plates that come by in it; none where it must stay silent.
public struct LabelledClip: Sendable, Equatable {
    public var path: String
    public var texts: [String]
}

/// A list of pictures or clips with the plates that they show, and the problems of the list.
public struct Manifest: Sendable, Equatable {
    public var name: String
    /// The file the list stands in.
    public var file: String
    public var pictures: [LabelledPicture] = []
    public var clips: [LabelledClip] = []
    /// Rows that were left out, and columns that nobody knows.
    public var problems: [Problem] = []
}
