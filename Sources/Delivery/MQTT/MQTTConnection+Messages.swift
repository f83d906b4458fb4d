import Basics
import CMosquitto
import Synchronization

// MARK: - Publishing

extension MQTTConnection {
    /// Hands a message to the library, while there is a connection: without one it would take as many as there is memory for.
    ///
    /// - Parameter qos: 1, which sends again what the connection lost; or 0, which sends now or never.
    /// - Returns: the message's number.
    func publish(
        _ payload: [UInt8], to topic: String, retained: Bool, qos: Int32 = 1
    ) -> Result<Int32, Trouble> {
        guard isConnected else { return .failure(Self.lost) }
        var number: Int32 = 0
        let code = asking { mosquitto_publish($0, &number, topic, Int32(payload.count), payload, qos, retained) }
        // Without a connection it has taken the message all the same, and sends it when there is one.
        let isKept = qos > 0 && code == Int32(MOSQ_ERR_NO_CONN.rawValue)
        guard code == Self.success || isKept else {
            return .failure(Self.trouble(of: code))
        }
        state.withLock { state in
            if state.early.remove(number) == nil { state.waiting.insert(number) }
        }
        return .success(number)
    }

    static let lost = Trouble.again("the connection was lost")

    private static func trouble(of code: Int32) -> Trouble {
        let fault = DeliveryFault.message(code)
        let reason =
            fault.isOfRecord
            ? "MQTT has no message for it: a name in it is too long, or it is too large" : text(of: code)
        return Trouble(fault, reason)
    }

    /// Whether none of these messages is on its way any more.
    func hasAll(_ numbers: Set<Int32>) -> Bool { state.withLock { $0.waiting.isDisjoint(with: numbers) } }

    func acknowledged(_ number: Int32) {
        state.withLock { state in
            if state.waiting.remove(number) == nil { state.early.insert(number) }
        }
        changes.ring()
    }
}

// MARK: - Hearing

extension MQTTConnection {
    /// Asks for what others publish, with QoS 0; to be done after each connection. What was published while we were away does not come.
    func subscribe(to topic: String) {
        asking { mosquitto_subscribe($0, nil, topic, 0) }
    }

    func take(_ message: mosquitto_message) {
        guard let name = message.topic, 0...settings.longest ~= Int(message.payloadlen) else { return }
        let topic = String(cString: name)
        guard settings.hears(topic) else { return }
        let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
        heard.yield(Message(topic: topic, payload: Array(payload), isRetained: message.retain))
    }
}
