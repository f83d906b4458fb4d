import Foundation

/// What a program asked of the system while it ran: whom it talked to, and what it wrote. strace tells.
public struct Traced {
    public let result: Program.Result
    /// System calls that open a connection, or may: `socket`, `connect` and `sendto` with what they say of the other side.
    public let talk: [String]
    /// Files and folders that were made, written to, renamed or removed.
    public let changed: Set<String>

    /// Runs a program to its end, with the folder as its home and as the place where it stands.
    public static func run(
        _ arguments: [String], program: String? = nil, in folder: TemporaryFolder, environment: [String: String] = [:]
    ) throws -> Traced {
        let calls = folder.file("calls")
        let home = try folder.write("", to: "home/empty").replacing("/empty", with: "")
        let result = try Program.run(
            [
                // Seconds go by where each call stops the program; so only those that count do.
                "--seccomp-bpf", "-f", "-qq", "-y", "-e", "signal=none", "-e", "trace=%network,\(changing)", "-o",
                calls,
                try program ?? Program.path,
            ] + arguments, program: "/usr/bin/strace",
            environment: ["HOME": home, "XDG_CACHE_HOME": home + "/cache"].merging(environment) { $1 })
        let lines = try folder.text("calls").split(separator: "\n").map(String.init)
        return Traced(
            result: result, talk: lines.filter { $0.contains(talking) },
            changed: Set(lines.filter { !$0.contains(talking) }.compactMap(path)))
    }

    private static let changing =
        "openat,open,creat,mkdir,mkdirat,mknod,mknodat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,truncate"

    private nonisolated(unsafe) static let talking =
        /(socket|connect|bind|listen|sendto|sendmsg|sendmmsg)\(/

    /// The path that a call changes; nil where it only reads.
    private static func path(_ call: String) -> String? {
        if call.contains(/open(at)?\(/), !call.contains(/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/) { return nil }
        guard let name = call.firstMatch(of: /"([^"]*)"/)?.1 else { return nil }
        if name.hasPrefix("/") { return String(name) }
        // Where the program stands, or the folder whose descriptor was given.
        let base = call.firstMatch(of: /\((?:AT_FDCWD|\d+)<([^>]*)>/)?.1 ?? ""
        return "\(base)/\(name)"
    }
}
