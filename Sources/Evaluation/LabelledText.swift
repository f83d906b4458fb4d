import Foundation
import Plates

extension String {
    /// The letters A-Z and digits of a label, Ü as U; nil where there are none. Others, such as the province on a Chinese plate, are in
    /// no reading.
    var labelledPlate: String? {
        let plain = folding(options: .diacriticInsensitive, locale: nil).plateCharacters
        return plain.isEmpty ? nil : plain
    }
}
