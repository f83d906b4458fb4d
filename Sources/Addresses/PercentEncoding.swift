/// RFC 3986.
enum PercentEncoding {
    /// What stands for itself anywhere in an address.
    static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}

extension String {
    /// As a part of an address: everything but what stands for itself anywhere in one, percent-encoded.
    public var percentEncoded: String {
        let hex = Array("0123456789ABCDEF")
        return utf8.reduce(into: "") { result, byte in
            if PercentEncoding.unreserved.contains(byte) {
                result.append(Character(UnicodeScalar(byte)))
            } else {
                result.append("%")
                result.append(hex[Int(byte >> 4)])
                result.append(hex[Int(byte & 15)])
            }
        }
    }
}
