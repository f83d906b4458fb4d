import Foundation
import Logging

/// What a hub's connections to brokers have in their names beside the hub's: made once and kept in a file, so that another hub of the same
/// name throws it out nowhere, and a broker knows it again after a start.
enum ClientNumber {
    private static let length = 8

    /// - Parameter path: its file.
    static func kept(at path: String, talk: Logger) -> String {
        if let text = read(path) { return text }
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        let made = String((String(repeating: "0", count: length) + number).suffix(length))
        do { try made.write(toFile: path, atomically: true, encoding: .utf8) } catch {
            talk.warning(
                "writing \(path): \(error.localizedDescription); after the next start, brokers take this hub for another client"
            )
        }
        return made
    }

    /// Nil where there is none.
    private static func read(_ path: String) -> String? {
        do {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let isOne = text.count == length && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            return isOne ? text : nil
        } catch {
            return nil
        }
    }
}
