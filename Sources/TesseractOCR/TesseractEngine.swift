import ALPR
import CTesseract
import Plates

#if canImport(Glibc)
    import Glibc
#endif

/// Reads rows of text with one instance of libtesseract. Made, used and released on the OCR queue.
///
/// Set `OMP_THREAD_LIMIT=1` in the environment before the process starts: with more threads than that, libgomp makes a
/// reading ten times slower.
public final class TesseractEngine: RowReader {
    /// A trained model on disk: `<folder>/<language>.traineddata`.
    public struct Model: Sendable, Equatable {
        public var folder: String
        public var language: String
        /// Whether the model knows lower case and punctuation, which a plate has not.
        public var isGeneral: Bool

        /// Debian's English model, for where the plate model is missing: it reads about a fifth as many plates.
        public static let english = Model(
            folder: "/usr/share/tesseract-ocr/5/tessdata", language: "eng", isGeneral: true)

        /// - Parameter path: of a `.traineddata` file that knows capitals and digits only.
        public init(path: String) {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            folder = path.contains("/") ? String(path.dropLast(name.count + 1)) : "."
            if folder.isEmpty { folder = "/" }
            language = name.hasSuffix(".traineddata") ? String(name.dropLast(".traineddata".count)) : name
            isGeneral = language == "eng"
        }

        public init(folder: String, language: String, isGeneral: Bool) {
            self.folder = folder
            self.language = language
            self.isGeneral = isGeneral
        }

        public var path: String { "\(folder)/\(language).traineddata" }
        public var exists: Bool { access(path, R_OK) == 0 }
    }

    private static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    private static let dictionaries = [
        "load_system_dawg", "load_freq_dawg", "load_punc_dawg", "load_number_dawg", "load_bigram_dawg",
        "load_unambig_dawg",
    ]
    /// Grey levels between the darkest and the lightest pixel that anything readable has: the least that the localiser calls
    /// ink. In a plain grey the model sees ones and twos, and is 0.7 sure of them.
    private static let minimumContrast: UInt8 = 6

    private let handle: OpaquePointer
    private let preprocessing: Preprocessing

    public init(model: Model, preprocessing: Preprocessing = .grey) throws {
        let action = "loading the OCR model \(model.path)"
        guard model.exists else {
            throw TesseractError(action: action, reason: String(cString: strerror(errno)))
        }
        guard let handle = TessBaseAPICreate() else {
            throw TesseractError(action: action, reason: "libtesseract gave no instance")
        }
        // From here on `deinit` frees the instance, also where this initialiser throws.
        self.handle = handle
        self.preprocessing = preprocessing
        // Dictionaries can only be switched off while the model is loaded.
        let status = withCStrings(Self.dictionaries) { names in
            withCStrings(Self.dictionaries.map { _ in "0" }) { values in
                TessBaseAPIInit4(
                    handle, model.folder, model.language, OEM_LSTM_ONLY, nil, 0, names, values,
                    Self.dictionaries.count, 0)
            }
        }
        guard status == 0 else {
            throw TesseractError(action: action, reason: "libtesseract does not take the file as an LSTM model")
        }
        var variables = [("debug_file", "/dev/null"), ("lstm_choice_mode", "2")]
        // The plate model reads light on dark as it is; what it is unsure of is not read a second time inverted.
        if !model.isGeneral { variables.append(("tessedit_do_invert", "0")) }
        // A dash and a space keep the confidences of the general model from collapsing.
        if model.isGeneral { variables.append(("tessedit_char_whitelist", Self.alphabet + "- ")) }
        for (name, value) in variables where TessBaseAPISetVariable(handle, name, value) == 0 {
            throw TesseractError(action: action, reason: "libtesseract has no variable \(name)")
        }
        // A raw line: layout analysis (PSM 7) throws plates away.
        TessBaseAPISetPageSegMode(handle, PSM_RAW_LINE)
    }

    deinit {
        TessBaseAPIEnd(handle)
        TessBaseAPIDelete(handle)
    }

    public func symbols(in row: LumaImage) throws -> [Symbol] {
        guard let darkest = row.pixels.min(), let lightest = row.pixels.max(),
            lightest - darkest >= Self.minimumContrast
        else { return [] }
        let line = preprocessing.apply(
            to: row.stretched(toAspect: ReadingView.minimumAspect), height: ReadingView.height)
        guard line.width >= 8, line.height >= 8 else { return [] }
        return line.withPixels { pixels in
            TessBaseAPISetImage(handle, pixels.baseAddress, Int32(line.width), Int32(line.height), 1, Int32(line.width))
            defer { TessBaseAPIClear(handle) }
            // Any resolution will do for a single line, but a stated one silences a warning and a guess.
            TessBaseAPISetSourceResolution(handle, 150)
            guard TessBaseAPIRecognize(handle, nil) == 0, let iterator = TessBaseAPIGetIterator(handle) else {
                return []
            }
            defer { TessResultIteratorDelete(iterator) }
            var symbols: [Symbol] = []
            repeat {
                if let symbol = symbol(at: iterator) { symbols.append(symbol) }
            } while TessResultIteratorNext(iterator, RIL_SYMBOL) != 0
            return symbols
        }
    }

    /// The symbol under the iterator with its alternatives; nil for what no plate has.
    private func symbol(at iterator: OpaquePointer) -> Symbol? {
        guard let text = TessResultIteratorGetUTF8Text(iterator, RIL_SYMBOL) else { return nil }
        defer { TessDeleteText(text) }
        guard let top = Self.character(text) else { return nil }
        var alternatives = [
            Symbol.Alternative(top, Double(TessResultIteratorConfidence(iterator, RIL_SYMBOL)) / 100)
        ]
        guard let choices = TessResultIteratorGetChoiceIterator(iterator) else { return Symbol(alternatives) }
        defer { TessChoiceIteratorDelete(choices) }
        repeat {
            // The text belongs to the iterator.
            guard let text = TessChoiceIteratorGetUTF8Text(choices), let character = Self.character(text),
                !alternatives.contains(where: { $0.character == character })
            else { continue }
            alternatives.append(.init(character, Double(TessChoiceIteratorConfidence(choices)) / 100))
        } while TessChoiceIteratorNext(choices) != 0
        return Symbol([alternatives[0]] + alternatives.dropFirst().sorted { $0.confidence > $1.confidence })
    }

    private static func character(_ text: UnsafePointer<CChar>) -> Character? {
        let text = String(cString: text).uppercased()
        guard text.count == 1, let character = text.first, alphabet.contains(character) else { return nil }
        return character
    }
}

/// Calls `body` with the texts as C strings, valid during the call only.
private func withCStrings<R>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
) -> R {
    // One more than the texts, as C has it: nil at the end, and an address where there are none.
    var copies = texts.map { strdup($0) } + [nil]
    defer { copies.forEach { free($0) } }
    return body(&copies)
}
