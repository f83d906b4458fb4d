import Records

extension Double {
    /// Such as `13.9`.
    var inTenths: String { JSONLine.number(self, digits: 1) }
    /// Such as `0.96`.
    var inHundredths: String { JSONLine.number(self, digits: 2) }
}
