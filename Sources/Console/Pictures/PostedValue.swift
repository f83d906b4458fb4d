#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value of JSON that a client posts, of whatever kind: some write numbers as texts.
enum PostedValue: Equatable, Codable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([PostedValue])
    case object([String: PostedValue])

    /// Nil where it is no JSON.
    init?(json: [UInt8]) {
        do { self = try JSONDecoder().decode(PostedValue.self, from: Data(json)) } catch { return nil }
    }

    /// As a form would have it; nil of null, a list and an object.
    var text: String? {
        switch self {
        case .flag(let flag): flag ? "true" : "false"
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .text(let text): text
        case .null, .list, .object: nil
        }
    }

    /// As the fields of a form would have it: a list's elements one by one, an object as JSON.
    var texts: [String] {
        switch self {
        case .null: []
        case .list(let values): values.flatMap(\.texts)
        case .object: json.map { [$0] } ?? []
        default: text.map { [$0] } ?? []
        }
    }

    private var json: String? {
        do { return String(decoding: try JSONEncoder().encode(self), as: UTF8.self) } catch { return nil }
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        func tried<Kind: Decodable>(_ kind: Kind.Type) -> Kind? {
            do { return try value.decode(kind) } catch { return nil }
        }
        if value.decodeNil() {
            self = .null
        } else if let flag = tried(Bool.self) {
            self = .flag(flag)
        } else if let number = tried(Double.self) {
            self = .number(number)
        } else if let text = tried(String.self) {
            self = .text(text)
        } else if let list = tried([PostedValue].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: PostedValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let object): try value.encode(object)
        }
    }
}
