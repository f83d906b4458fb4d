import ALPR
import Settings

extension Configuration {
    /// The settings in effect, as a configuration file would have them; passwords are stars.
    ///
    /// - Parameters:
    ///   - model: Tesseract's plate model that will be loaded; nil where another engine reads.
    ///   - detector: the net that will find plates; nil where rows do.
    ///   - formats: the folder formats come from where none is set.
    public func effective(model: String?, detector: String? = nil, formats folder: String?) -> String {
        var shown = self
        shown.tesseract.model = model ?? tesseract.model
        shown.neural.detector = detector ?? neural.detector
        shown.formats.folder = formats.folder ?? folder
        return ConfigurationKey.all.flatMap { $0.lines(of: shown) }.map { $0 + "\n" }.joined()
    }
}
