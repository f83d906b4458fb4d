import CONNXRuntime

/// An input or an output of a net: its name, its elements and its size.
struct TensorShape: Equatable, CustomStringConvertible {
    enum Element: Equatable {
        case float
        case uint8
        case int64
        case other(Int32)

        init(_ value: Int32) {
            self =
                switch value {
                case plated_ort_float: .float
                case plated_ort_uint8: .uint8
                case plated_ort_int64: .int64
                default: .other(value)
                }
        }

        var name: String {
            switch self {
            case .float: "float32"
            case .uint8: "uint8"
            case .int64: "int64"
            case .other(let value): "element type \(value)"
            }
        }
    }

    var name: String
    var element: Element
    /// Outermost first; nil for one that may have any size.
    var dimensions: [Int?]

    var description: String {
        "\(name): \(element.name) " + dimensions.map { $0.map(String.init) ?? "N" }.joined(separator: "x")
    }
}
