extension Form {
    /// Every page asks which cameras are blind now: of a thousand cameras' gaps of a year these are a few.
    static let fourth = Form(version: 4, sql: "CREATE INDEX gap_ended ON gap(ended)")
}
