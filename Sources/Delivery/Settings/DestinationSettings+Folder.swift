extension DestinationSettings {
    /// Where it puts its files; nil where it writes none.
    package var folder: String? { (way as? CSVWay)?.folder ?? (way as? DatasetWay)?.folder }
}
