import HTTPTypes
import History

/// Many cameras, some at a time. Where not all are on one page, those that are blind now come first.
struct CameraPages {
    /// Strips and bars of a thousand cameras are 13 MB, and nobody looks through them.
    private static let most = 50

    /// Those of the page that is asked for.
    let shown: [String]
    private let number: Int
    private let count: Int

    /// - Parameters:
    ///   - number: of the page, as it was asked for; nil for the first.
    ///   - gaps: of the time that is looked at.
    init(_ cameras: [String], page number: String?, gaps: [StoredGap]) throws(RequestProblem) {
        count = max(1, (cameras.count + Self.most - 1) / Self.most)
        guard let page = Int(number ?? "1"), (1...count).contains(page) else {
            throw RequestProblem(.unprocessableContent, "page is a number from 1 to \(count).")
        }
        self.number = page
        let blind = count == 1 ? [] : Set(gaps.filter { $0.end == nil }.map(\.camera))
        let sorted = cameras.filter(blind.contains) + cameras.filter { !blind.contains($0) }
        shown = Array(sorted.dropFirst((page - 1) * Self.most).prefix(Self.most))
    }

    /// What leads to each of them; nothing where there is only one.
    func links(_ path: String) -> [Pages.Values] {
        if count == 1 { return [] }
        return (1...count).map { ["name": "\($0)", "path": "\(path)&page=\($0)", "isHere": $0 == number] }
    }
}
