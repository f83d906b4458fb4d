/// A camera, and where and how vehicles moved at it.
struct CameraPlace: Hashable {
    let camera: Int64
    let place: Int64
}
