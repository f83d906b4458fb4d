/// Sends a request and brings what comes back. Lives on the thread that asks.
protocol RemoteTransport {
    mutating func send(_ request: RemoteRequest, within time: Duration) throws(RemoteFault) -> RemoteResponse
}
