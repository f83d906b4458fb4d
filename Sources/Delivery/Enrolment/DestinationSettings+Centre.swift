extension DestinationSettings {
    /// How this destination reaches a centre; nil where it is none.
    package var centre: (access: BrokerAccess, listKeys: [String])? {
        (way as? CentreWay).map { ($0.access, $0.listKeys) }
    }
}
