import Logging
import Synchronization

/// What a source finds worth telling, each sentence once: it is opened anew whenever the camera was lost.
final class Notes: Sendable {
    private let log: Logger
    private let told = Mutex<Set<String>>([])

    init(log: Logger) {
        self.log = log
    }

    func tell(_ sentence: String) {
        if told.withLock({ $0.insert(sentence).inserted }) { log.notice("\(sentence)") }
    }
}
