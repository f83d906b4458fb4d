import ALPR

/// A net that reads plates, as it was found.
struct PlateNetFiles {
    /// What it is called: by the catalogue, `plated`, or its path.
    let name: String
    let net: String
    let description: PlateNetDescription
}
