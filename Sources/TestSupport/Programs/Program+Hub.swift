import Foundation

extension Program {
    /// Starts `plated-hub run` on the logs in the folder NAME, which nobody looks at and which forgets nothing. What it says goes to NAME.said.
    ///
    /// - Parameter settings: what its configuration says beside that.
    public static func startHub(_ name: String, in folder: TemporaryFolder, _ settings: String) throws -> Process {
        try folder.write(
            """
            name: \(name)
            logs: ["\(folder.path)/\(name)/*.ndjson"]
            retention: {events_days: 0}
            console: {listen: off}
            \(settings)
            """, to: "\(name).yaml")
        try folder.write("", to: "\(name)/keep")
        return try start(
            ["run", "--config", folder.file("\(name).yaml")], program: path(of: "plated-hub"),
            errors: folder.handle("\(name).said"))
    }
}
