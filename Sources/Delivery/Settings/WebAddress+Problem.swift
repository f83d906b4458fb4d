import Addresses

extension WebAddress {
    /// What keeps an address from being delivered to, if anything.
    static func problem(with address: SourceAddress) -> String? {
        if let problem = address.problem { return problem }
        guard let parts = WebAddress(address) else {
            return "expects an address that begins with http:// or https:// and names a host"
        }
        if NetworkRule.refuses(parts.host) { return "leads to \(parts.host): \(NetworkRule.reason)" }
        return nil
    }
}
