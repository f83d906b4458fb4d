/// What tells a record from all others, in the numbers of the tables.
struct RecordKey: Hashable {
    let camera: Int64
    let id: String
    let time: Int64
}
