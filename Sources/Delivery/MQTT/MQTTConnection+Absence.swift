extension MQTTConnection {
    /// Why there is none: what was said, or what a try of the first broker meets.
    func absence(of brokers: [BrokerAddress], on worker: Worker) async -> String {
        if let reason { return "no connection to the broker: \(reason)" }
        guard let broker = brokers.first else { return "no connection to the broker" }
        let probed = await worker.run { ConnectionProbe.reason(host: broker.host, port: broker.port) }
        return "no connection to the broker" + (probed.map { ": \($0)" } ?? "")
    }
}
