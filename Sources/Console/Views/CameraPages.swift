import HTTPTypes
import History

/// Many cameras, some at a time: those whose names have a part that is looked for.
struct CameraPages {
    /// Pictures, strips and bars of a thousand cameras are many megabytes, and nobody looks through them.
    static let most = 50

    /// Those of the page that is asked for.
    let shown: [String]
    /// Those of all pages.
    let found: [String]
    private let count: Int
    private let part: String?
    private let number: Int
    private let pages: Int

    /// - Parameters:
    ///   - fields: `page`, the number of one, and `find`, a part of a name, as they were asked for.
    ///   - first: those that come first, where not all are on one page.
    init(_ cameras: [String], _ fields: Fields, first: Set<String> = []) throws(RequestProblem) {
        count = cameras.count
        part = fields["find"]
        let part = part?.lowercased() ?? ""
        found = part.isEmpty ? cameras : cameras.filter { $0.lowercased().contains(part) }
        pages = max(1, (found.count + Self.most - 1) / Self.most)
        guard let page = Int(fields["page"] ?? "1"), (1...pages).contains(page) else {
            throw RequestProblem(.unprocessableContent, "page is a number from 1 to \(pages).")
        }
        number = page
        let sorted =
            pages == 1 ? found : found.filter(first.contains) + found.filter { !first.contains($0) }
        shown = Array(sorted.dropFirst((page - 1) * Self.most).prefix(Self.most))
    }

    /// A field for a part of a name, and what leads to each page; nil where there are so few cameras that all are on one.
    ///
    /// - Parameters:
    ///   - kept: what goes with the way to other pages.
    ///   - order: says which come first.
    func values(_ path: String, _ kept: Fields, order: String? = nil) -> Pages.Values? {
        if count <= Self.most { return nil }
        func link(_ part: String?, _ page: Int = 1) -> String {
            var fields = kept
            fields.set("find", part)
            fields.set("page", page == 1 ? nil : "\(page)")
            return fields.text.isEmpty ? path : path + "?" + fields.text
        }
        var values: Pages.Values = [
            "action": path, "kept": kept.all.map { ["name": $0.name, "value": $0.value] as Pages.Values },
            "part": part ?? "", "told": part == nil ? "\(count) cameras" : "\(found.count) of \(count) cameras",
            "isMany": pages > 1,
            "links": (1...pages).map { page -> Pages.Values in
                ["name": "\(page)", "path": link(part, page), "isHere": page == number]
            },
        ]
        if pages > 1, let order { values["order"] = order }
        if part != nil { values["all"] = link(nil) }
        return values
    }
}
