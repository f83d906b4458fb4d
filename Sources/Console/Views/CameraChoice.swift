/// A choice of cameras. One that is asked for stands there, too, where nothing is known of it.
struct CameraChoice {
    let cameras: [String]
    let chosen: [String]

    var values: [Pages.Values] {
        (cameras + chosen.filter { !cameras.contains($0) }.map { String($0.prefix(64)) }).map { name in
            ["name": name, "isChosen": chosen.contains(name), "isUnknown": !cameras.contains(name)]
        }
    }
}
