import Basics
import Logging
import Records

/// What opens a door, as it stands beside destinations: no courier brings anything to it, and whether it can be reached is told all the same.
package struct DoorLink: Sendable {
    let name: String
    let destination: any Destination

    package init(_ door: String, _ destination: any Destination) {
        name = Self.name(of: door)
        self.destination = destination
    }

    /// No destination's name has a blank.
    static func name(of door: String) -> String { "door \(door)" }
}

/// Looks whether a door can be reached, from the hub's start on, and writes that down.
actor DoorWatch {
    private let link: DoorLink
    private let file: DeliveryFile
    private let surroundings: DeliverySurroundings
    private var state: DeliveryState

    init(_ link: DoorLink, file: DeliveryFile, surroundings: DeliverySurroundings) throws {
        self.link = link
        self.file = file
        self.surroundings = surroundings
        state = try file.state(of: link.name)?.state ?? DeliveryState(name: link.name, seq: 0)
        state.restart()
    }

    /// Ends with its task.
    func run() async {
        keep()
        await link.destination.watch { [weak self] in await self?.looked($0) ?? false }
    }

    private func looked(_ obstacle: String?) -> Bool {
        if Task.isCancelled { return false }
        let known = state
        if let news = state.looked(obstacle, at: surroundings.now()) {
            surroundings.talk.log(level: news.level, "\(news.text)")
        }
        if state != known { keep() }
        return !state.isReached || state.isAway
    }

    private func keep() {
        do throws(Failure) { try file.keep(state, origin: "", streams: []) } catch {
            // Couriers tell of the same file.
        }
    }
}
