import ALPR
import Settings

extension Configuration {
    /// The settings in effect, as a configuration file would have them; passwords are stars.
    ///
    /// - Parameters:
    ///   - model: Tesseract's plate model that will be loaded; nil where another engine reads.
    ///   - detector: the net that will find plates; nil where rows do.
    ///   - formats: the folder formats come from where none is set.
    public func effective(model: String?, detector: String? = nil, reader: String? = nil, formats folder: String?)
        -> String
    {
        var shown = self
        shown.tesseract.model = model ?? tesseract.model
        shown.neural.detector = detector ?? neural.detector
        shown.neural.reader = reader ?? neural.reader
        shown.formats.folder = formats.folder ?? folder
        return ConfigurationKey.all.flatMap { $0.lines(of: shown) }.map { $0 + "\n" }.joined()
    }

    /// The values of keys such as `plates.per_frame`, as a configuration file would have them.
    public func values(of keys: [String]) -> [String: String] {
        var section = ""
        var values: [String: String] = [:]
        for line in ConfigurationKey.all.flatMap({ $0.lines(of: self) }) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = String(line[..<colon].drop { $0 == " " })
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            if !line.hasPrefix(" ") { section = value.isEmpty ? name + "." : "" }
            let key = line.hasPrefix(" ") ? section + name : name
            if keys.contains(key) { values[key] = String(value) }
        }
        return values
    }
}
