/// What no module does, so that each floor can be used, read and built without those above it.
enum Nevers {
    /// Nothing but each other, exp and log, and, for the ground floor, what threads share.
    static let standsAlone: Set = ["Basics", "Plates", "Addresses", "ALPR"]
    /// The second program, and what it alone is made of.
    static let hub: Set = ["plated-hub", "Console", "Delivery", "Rules", "History", "PostgreSQLHistory"]
    private static let platform: Set = ["Glibc", "Musl", "Darwin"]

    /// Every import that breaks a rule, as a sentence.
    static func broken(in house: House) -> [String] {
        var found: [String] = []
        func never(_ modules: Set<String>, reach others: Set<String>, because reason: String) {
            for module in modules.intersection(house.rooms) {
                for other in house.below(module).intersection(others) {
                    let files = (house.imports[module] ?? []).filter { $0.module == other }.map(\.file).sorted()
                    let place = files.isEmpty ? "what it imports" : files.joined(separator: ", ")
                    found.append("\(module) → \(other), by \(place): \(reason)")
                }
            }
        }
        let libraries = house.rooms.subtracting(house.programs)
        never(["Records"], reach: ["ALPR", "Scanner"], because: "a log is read without a recogniser")
        never(hub, reach: ["Scanner", "ALPR", "Capture"], because: "the hub reads logs, and no pictures")
        never(
            ["plated"], reach: ["Console", "Delivery", "History", "PostgreSQLHistory"],
            because: "the scanner has no server and no database")
        never(["ALPR"], reach: ["Capture"], because: "recognition does not know where frames come from")
        never(
            libraries.subtracting(["Scanner"]), reach: ["Scanner"],
            because: "the scanner is plumbing for a program; nothing stands on it")
        never(libraries.subtracting(["Service"]), reach: ["Service"], because: "Service is for programs")
        never(["ALPR", "Plates", "Capture"], reach: ["Files"], because: "recognition has values alone")
        for module in standsAlone.intersection(house.rooms) {
            for imported in house.imports[module] ?? [] where !standsAlone.contains(imported.module) {
                if module == "Basics" && imported.module == "Synchronization" { continue }
                if imported.isOneFunction && platform.contains(imported.module) { continue }
                found.append(
                    "\(module) → \(imported.module), by \(imported.file): it takes nothing but the standard library")
            }
        }
        return found.sorted()
    }

    /// System calls that have one owner, and where else they stand: each with its reason.
    static let owned: [(calls: String, owner: String, others: Set<String>)] = [
        (
            "rename renameat renameat2 flock", "Files",
            [
                // Keeps what was there under a second name.
                "plated-hub/Applying/SettingsFolder.swift",
                // Written before a centre is asked, and put in its place once it let the site in.
                "plated-hub/Sites/SecretFile.swift",
            ]
        ),
        // What deletes by age takes a time that only this trust gives.
        ("ClockTrust", "Service", []),
    ]

    /// Every closure in a source that tells the time and has a default, as a sentence: whoever forgets to hand one over would go by a clock that
    /// nobody chose.
    ///
    /// - Parameter file: below Sources.
    static func defaultClocks(in text: String, file: String) -> [String] {
        text.split(separator: "\n").filter { line in
            !line.drop { $0 == " " }.hasPrefix("//")
                && line.contains(#/->\s*[A-Za-z.]*(?:WallTime|Moment|Instant|TrustedTime\?)\)?\s*=\s*\{/#)
        }.map { "\(file) has a clock by default:\($0)" }
    }

    /// Every call in a source that another target owns, as a sentence.
    ///
    /// - Parameter file: below Sources.
    static func trespasses(in text: String, file: String) -> [String] {
        owned.flatMap { rule -> [String] in
            if file.hasPrefix(rule.owner + "/") || rule.others.contains(file) { return [] }
            return rule.calls.split(separator: " ").filter { call in
                // One look for most files, which have none.
                text.contains("\(call)(")
                    && text.split(separator: "\n").contains { line in
                        let code = line.drop { $0 == " " }
                        guard !code.hasPrefix("//"), let range = code.firstRange(of: "\(call)(") else { return false }
                        let before = code[..<range.lowerBound]
                        guard let last = before.last else { return true }
                        return !before.hasSuffix("func ")
                            && (before.hasSuffix("Glibc.") || !(last.isLetter || last == "."))
                    }
            }.map { "\(file) calls \($0), which is for \(rule.owner)" }
        }
    }

    /// Every difference between what the package declares and what the sources import, as a sentence.
    static func undeclared(in house: House) -> [String] {
        house.rooms.flatMap { module -> [String] in
            let known = house.rooms
            let imported = Set((house.imports[module] ?? []).map(\.module)).intersection(known)
            let declared = (house.declared[module] ?? []).intersection(known)
            return imported.subtracting(declared).map {
                "\(module) imports \($0), which Package.swift does not declare"
            }
                + declared.subtracting(imported).map {
                    "\(module) declares \($0) in Package.swift and does not import it"
                }
        }.sorted()
    }
}
