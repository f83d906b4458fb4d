import ALPR

/// A net that reads plates, as it was found.
struct PlateNetFiles {
    /// What it is called: by the catalogue, `plated`, or its path.
    let name: String
    let net: String
    /// That of the net that looks where the first one is not sure.
    var further: String?
    let description: PlateNetDescription
}
