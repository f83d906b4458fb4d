import Addresses

/// Names with values, as a query or a form has them (application/x-www-form-urlencoded). Order stays; names may stand several times.
struct Fields: Equatable, Sendable {
    private(set) var all: [Field]

    struct Field: Equatable, Sendable {
        var name: String
        var value: String
    }

    init(_ all: [Field] = []) {
        self.all = all
    }

    /// Nil where it is no text.
    init?(_ text: some StringProtocol) {
        var all: [Field] = []
        for part in text.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(halves[0]), let value = Self.decoded(halves.count > 1 ? halves[1] : "") else {
                return nil
            }
            all.append(Field(name: name, value: value))
        }
        self.all = all
    }

    /// The first value; nil where it is not there or empty.
    subscript(_ name: String) -> String? {
        all.first { $0.name == name && !$0.value.isEmpty }?.value
    }

    /// Whether it is there, be it empty.
    func has(_ name: String) -> Bool { all.contains { $0.name == name } }

    func values(_ name: String) -> [String] {
        all.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
    }

    mutating func set(_ name: String, _ value: String?) {
        all.removeAll { $0.name == name }
        if let value { all.append(Field(name: name, value: value)) }
    }

    mutating func set(_ name: String, values: [String]) {
        all.removeAll { $0.name == name }
        all += values.map { Field(name: name, value: $0) }
    }

    /// Without what is empty.
    var text: String { Self.text(all.filter { !$0.value.isEmpty }) }

    /// With what is empty: to a form that is not the same as what is not there.
    var wholeText: String { Self.text(all) }

    private static func text(_ fields: [Field]) -> String {
        fields.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }

    static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                    rest.prefix(2).allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
                else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text
    }
}
