import Basics

extension String {
    /// The text as a terminal may show it: whatever moves its cursor, hides or turns text round is written as `\u{…}`. A log is
    /// written by another program, and what stands in it must not act on whoever reads it.
    public var shown: String {
        escaping { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
            default: false
            }
        }
    }
}
