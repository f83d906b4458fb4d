import Answers
import Foundation
import History
import Logging
import NIOPosix
import Records
import Rules
import TestSupport

@testable import Console

extension Routes {
    /// Makes the routes of a console on a history that has nothing.
    ///
    /// - Parameter cameras: the folder of cameras' files.
    static func onNothing(
        in folder: TemporaryFolder, cameras: String? = nil,
        metrics: @escaping @Sendable (Bool) async throws -> String = { _ in "" }, lookups: Lookups = .unrecorded
    ) throws -> Routes {
        let path = folder.path
        let sources = ConsoleSources(
            accounts: folder.file("console.sqlite"), evidence: { "\(path)/\($0)" }, lookups: lookups,
            setup: SetupPlaces(
                root: .folder(cameras ?? path), probe: folder.file("p"), helper: folder.file("h"), scratch: nil),
            destinations: { [] }, metrics: metrics,
            lists: try ListWatch(ListFolder(path: folder.file("lists")), talk: Logger(label: "test"), now: { .now }),
            pictures: PictureSettings(socket: folder.file("s"), patience: .seconds(1), listen: nil, allow: []),
            pictureMeter: PictureMeter())
        return Routes(
            history: try SQLiteHistory(path: folder.file("history.sqlite"), access: .writing),
            accounts: try AccountFile(path: sources.accounts), pages: try Pages(),
            live: LiveFeeds(sources.setup.root, group: MultiThreadedEventLoopGroup.singleton), sources: sources,
            zone: .utc,
            pictures: PictureDesk(sources.pictures, meter: sources.pictureMeter, talk: Logger(label: "test")),
            talk: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}
