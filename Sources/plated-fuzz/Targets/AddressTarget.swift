import Addresses

/// An address: nothing that prints it prints its password, and what is connected to is what was written.
enum AddressTarget {
    static var target: FuzzTarget { FuzzTarget("addresses", texts: seeds, words: words, limit: 4096, run: run) }

    private static func run(_ text: String) {
        let address = SourceAddress(text)
        let shown = ["\(address)", String(reflecting: address), "\(String(describing: address.credentials))"]
        for password in [address.credentials?.password ?? ""] where password.utf8.count >= 6 {
            // What stands elsewhere in the address as well is no secret.
            let rest = address.location + (address.credentials?.user ?? "")
            guard !rest.contains(password) else { continue }
            for text in shown { require(!text.contains(password), "\(password) in \(text)") }
            let isWord = !SecretText.isUnmistakable(password)
            let said = "cannot open \(address.withCredentials): \(text)" + (isWord ? "" : ", \(password)")
            let needle = isWord ? ":\(password)@" : password
            require(!address.scrubbed(said).contains(needle), "\(password) in \(address.scrubbed(said))")
        }
        // Talk is not garbled by a password that is a word of it.
        if let password = address.credentials?.password, !SecretText.isUnmistakable(password),
            address.location.count > 40
        {
            require(address.scrubbed(talk) == talk, "\(password) turns talk into \(address.scrubbed(talk))")
        }
        // A mark where a password stands is never shown, whatever is wrong with the rest.
        let isPassword = text.hasPrefix("rtsp://u:\(secret)")
        if isPassword || text.contains("&password=\(secret)"), text.ranges(of: secret).count == 1 {
            for text in shown { require(!text.contains(secret), "\(secret) in \(text)") }
            let said = "opening \(address.withCredentials) or \(address.location)"
            require(!address.scrubbed(said).contains(secret), "\(secret) in \(address.scrubbed(said))")
            require(!address.printableLocation.contains(secret), "\(secret) in \(address.printableLocation)")
        }
        guard let credentials = address.credentials else { return }
        let again = SourceAddress(address.withCredentials)
        require(again.credentials == credentials, "\(text): the credentials change on the way")
        require(again.location == address.location, "\(text): \(address.location) becomes \(again.location)")
        require(again.kind == address.kind, "\(text): the kind changes on the way")
    }

    private static let talk = "2026-11-22T03:15:43.120Z notice: plated: opening the camera: a u host 192.0.2.1"

    private static let secret = "Zq9secret"

    private static let seeds = [
        "rtsp://u:\(secret)@192.0.2.1:554/live?x=1", "rtsps://cam%20era:p%40ss%3Aw%2Frd%251@host/x#y",
        "rtsp://u:\(secret)/w?r#d@host:554/a@b", "rtsp://u:\(secret)@[2001:db8::1]:554/s",
        "http://host/cgi?user=admin&password=\(secret)&x=1", "/dev/video0", "v4l2:///dev/video2", "clip.mp4",
        "frames/%04d.jpg", "file:///tmp/a.mp4", "udp://@239.0.0.1:1234", "rtps://u:\(secret)@h/", "://@", "rtsp://@@/",
        "rtsp://u:\(secret)@host:99999/", "rtsp://u:a@host/a-path-that-is-longer-than-anything-that-talk-holds",
        "rtsp://u:\(secret)@ret/x@192.0.2.1:554/live", "rtsp://u:\(secret)@ret/x@host/a@b",
    ]

    private static let words = [
        "://", "@", ":", "/", "?", "#", "%", "%40", "%00", "%zz", "&password=", "password=\(secret)",
        "rtsp://u:\(secret)@",
        "***", "[::1]", "rtsp", "http", "v4l2", "\\", " ", secret,
    ]
}
