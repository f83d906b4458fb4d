/// Logs of which only the files are there that they were rotated to: their scanners have not written since.
public enum RotatedLog {
    /// The name of the log; nil where the file is no rotation of one that fits.
    public static func name(of file: String, where fits: (String) -> Bool) -> String? {
        RotationName.log(of: file, where: fits)
    }
}
