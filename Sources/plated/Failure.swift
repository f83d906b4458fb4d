import ArgumentParser
import FFmpegCapture
import ModelStore
import ONNXNets
import Records
import Scanner
import Settings
import TesseractOCR

#if canImport(Glibc)
    import Glibc
#endif

/// An error as a person sees it: what was being done, why it failed, and the exit code (sysexits) that says so to scripts.
struct Failure: Error {
    enum Status: Int32 {
        case nothingFound = 1
        case usage = 64
        case badData = 65
        case noInput = 66
        case unavailable = 69
        case software = 70
        case inputOutput = 74
        case temporary = 75
        case configuration = 78
        /// As shells say of what Ctrl-C ended.
        case interrupted = 130
    }

    var status: Status
    /// Empty where there is nothing to say.
    var message: String

    init(_ status: Status, _ message: String = "") {
        self.status = status
        self.message = message
    }

    /// Sorts any error that the program meets.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let problems as Problems: self.init(.configuration, problems.description)
        case let capture as CaptureError: self.init(capture.code.status, capture.description)
        case let tesseract as TesseractError: self.init(.configuration, tesseract.description)
        case let net as ONNXError: self.init(.configuration, net.description)
        case let store as ModelStoreError: self.init(store.code.status, store.description)
        case let log as LogFailure: self.init(log.isTaken ? .temporary : .inputOutput, log.description)
        default: self.init(.software, "\(error)")
        }
    }

    /// Prints the message and ends the process.
    static func exit(with error: any Error) -> Never {
        if Plated.exitCode(for: error) == .success { exit(asking: error) }
        if Plated.exitCode(for: error) == .validationFailure {
            say(Plated.fullMessage(for: error))
            Glibc.exit(Status.usage.rawValue)
        }
        let failure = Failure(error)
        for line in failure.message.split(separator: "\n") { say("plated: \(line)") }
        Glibc.exit(failure.status.rawValue)
    }

    /// Prints what was asked for: help, the version, a script for a shell.
    private static func exit(asking request: any Error) -> Never {
        do { try StandardOutput.write(Plated.fullMessage(for: request) + "\n") } catch { exit(with: error) }
        Glibc.exit(0)
    }
}

extension CaptureError.Code {
    var status: Failure.Status {
        switch self {
        case .notFound: .noInput
        case .badData: .badData
        case .badOption: .configuration
        case .unauthorised, .timedOut, .ended, .unavailable, .stopped: .unavailable
        }
    }
}

extension ModelStoreError.Code {
    var status: Failure.Status {
        switch self {
        case .unknown: .usage
        case .missing: .noInput
        case .damaged: .badData
        case .unavailable: .unavailable
        case .inputOutput: .inputOutput
        case .busy: .temporary
        case .stopped: .interrupted
        }
    }
}
