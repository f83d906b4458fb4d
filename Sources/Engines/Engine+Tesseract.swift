import ALPR
import Basics
import CameraConfiguration
import Logging
import TesseractOCR

#if canImport(Glibc)
    import Glibc
#endif

extension Engine {
    /// libtesseract with the plate model.
    static let tesseract = Engine(readsRows: true) { configuration, installation, log in
        let model = try TesseractEngine.Model.find(configuration.tesseract, installation: installation, log: log)
        let preprocessing = configuration.tesseract.preprocessing
        let shipped = installation.model.map { TesseractEngine.Model(path: $0) }
        let isShipped = model == shipped && preprocessing == .grey
        return EngineRecipe(
            isKnown: model == shipped, model: model.path, probability: isShipped ? .tesseract : nil
        ) { _, _ in
            try TesseractEngine(model: model, preprocessing: preprocessing)
        }
    }
}

extension TesseractEngine.Model {
    fileprivate static func find(
        _ wanted: Configuration.Tesseract, installation: Installation, log: Logger
    ) throws -> TesseractEngine.Model {
        if let path = wanted.model {
            let model = TesseractEngine.Model(path: path)
            guard model.exists else {
                let isOther = !path.hasSuffix(".traineddata") && access(path, F_OK) == 0
                throw Failure(
                    .configuration, while: "loading the OCR model \(path)",
                    because: isOther
                        ? "it is no Tesseract model: the name of one ends in .traineddata"
                        : "there is no such file, or it cannot be read")
            }
            if let objection = RegularFile.objection(to: path) {
                throw Failure(.configuration, while: "loading the OCR model \(path)", because: objection)
            }
            return model
        }
        if let path = installation.model { return TesseractEngine.Model(path: path) }
        guard TesseractEngine.Model.english.exists else {
            throw Failure(
                .configuration, while: "finding an OCR model",
                because: "neither plate.traineddata nor Debian's tesseract-ocr-eng is installed;"
                    + " set tesseract.model")
        }
        log.warning(
            "the plate model plate.traineddata is not installed; reading with Tesseract's English one, which gets one plate in five"
        )
        return .english
    }
}
