import ALPR

/// What the readings of an engine are worth, as `training/probability` found it on 2026-11-23 with 600 drawn scenes (seed 3): 356 texts of
/// single pictures and 246 of clips that Tesseract told, 310 and 247 that the net did. No public picture was fitted on. The weights are those of
/// `Grounds.evidence`, in its order, and the constant.
extension Probability.Scale {
    /// libtesseract with the plate model that comes with plated.
    static let tesseract = Self(
        onePicture: Probability([0.4104, 1.0014, 0, 1.2289, 0, 0, 0.0787, -5.4272, 0, 0, -3.7962]),
        severalPictures: Probability([0.182, 0.9455, 0, 1.0503, 1.9438, 0, 0, 0, 0, 0, -3.9989]),
        sieves: [
            .init(least: 0.5, right: 0.969, wrong: 0.893),
            .init(least: 0.6, right: 0.960, wrong: 0.786),
            .init(least: 0.7, right: 0.933, wrong: 0.714),
            .init(least: 0.8, right: 0.879, wrong: 0.500),
            .init(least: 0.85, right: 0.821, wrong: 0.393),
            .init(least: 0.9, right: 0.744, wrong: 0.286),
            .init(least: 0.95, right: 0.561, wrong: 0.143),
            .init(least: 0.97, right: 0.103, wrong: 0.000),
        ])

    /// The reader that comes with plated, shown what the detector that does so finds, by its corners. Of single pictures it was fitted anew on 2026-11-25,
    /// on 1172 drawn scenes (seeds 11, 12 and 13) of which 634 texts were told and on 4000 hard drawn plates (seeds 999979 and 500011), with the constant
    /// that the fit sets by itself; of votes it is that of the published net, which it began as.
    static let ownNeural = Self(
        onePicture: Probability([0.0475, 0.8633, 0, 0, 3.3146, 0, 0.2003, 0, 3.6169, 0.7578, -7.2303]),
        severalPictures: neural.severalPictures,
        sieves: [
            .init(least: 0.5, right: 1.000, wrong: 1.000),
            .init(least: 0.6, right: 1.000, wrong: 1.000),
            .init(least: 0.7, right: 0.992, wrong: 1.000),
            .init(least: 0.8, right: 0.984, wrong: 1.000),
            .init(least: 0.85, right: 0.967, wrong: 1.000),
            .init(least: 0.9, right: 0.955, wrong: 1.000),
            .init(least: 0.95, right: 0.907, wrong: 0.833),
            .init(least: 0.97, right: 0.890, wrong: 0.500),
            .init(least: 0.99, right: 0.776, wrong: 0.333),
        ])

    /// `cct-xs-v2-global`, shown what the detector that comes with plated finds.
    static let neural = Self(
        onePicture: Probability([0.2186, 0.7104, 0.2301, 0, 0, 0, 0, 0, 0, 0, -2.0713]),
        severalPictures: Probability([0.0709, 0.3336, 0.5167, 2.6487, 0, 0.0462, 0, 0, 0, 0, -2.0452]),
        sieves: [
            .init(least: 0.5, right: 1.000, wrong: 0.900),
            .init(least: 0.6, right: 0.987, wrong: 0.900),
            .init(least: 0.7, right: 0.975, wrong: 0.900),
            .init(least: 0.8, right: 0.949, wrong: 0.900),
            .init(least: 0.85, right: 0.941, wrong: 0.500),
            .init(least: 0.9, right: 0.907, wrong: 0.400),
            .init(least: 0.95, right: 0.869, wrong: 0.300),
            .init(least: 0.97, right: 0.827, wrong: 0.200),
        ])
}
