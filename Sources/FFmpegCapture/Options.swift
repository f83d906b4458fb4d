import CFFmpeg

/// Options for FFmpeg; those it takes are removed.
struct Options {
    var dictionary: OpaquePointer?

    init(_ pairs: [(String, String)]) {
        for (name, value) in pairs { av_dict_set(&dictionary, name, value, 0) }
    }

    var names: [String] {
        var found: [String] = []
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            found.append(String(cString: next.pointee.key))
            entry = next
        }
        return found
    }

    mutating func free() {
        av_dict_free(&dictionary)
    }
}
