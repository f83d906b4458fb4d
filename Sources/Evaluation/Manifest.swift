import ALPR
import Scanner

/// A plate as somebody labelled it.
public struct LabelledPlate: Sendable, Equatable {
    /// In pixels; nil where it is not known.
    public var box: Box?
    /// Capitals, digits and whatever else the label has; nil where it is not known.
    public var text: String?

    public init(box: Box?, text: String?) {
        self.box = box
        self.text = text
    }
}

public struct LabelledPicture: Sendable, Equatable {
    public var path: String
    public var plates: [LabelledPlate]
}

/// A recording and the plates that come by in it; none where it must stay silent.
public struct LabelledClip: Sendable, Equatable {
    public var path: String
    public var texts: [String]
}

/// What is to be measured: pictures or clips with their truth, and what is wrong with the list.
public struct Manifest: Sendable, Equatable {
    public var name: String
    public var pictures: [LabelledPicture] = []
    public var clips: [LabelledClip] = []
    /// Rows that were left out, and columns that nobody knows.
    public var problems: [Problem] = []
}
