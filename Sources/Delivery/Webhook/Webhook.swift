import Addresses
import Answers
import Basics
import Records

/// A destination that gets a request for each record, one after the other, on a thread of its own.
actor Webhook: Destination {
    private let way: WebhookWay
    private let address: SourceAddress
    private let headers: [String]
    private let signature: WebhookSignature?
    private let worker: Worker
    private let client: WebhookClient
    private let zone: LocalZone
    private let isDoor: Bool

    /// Reads what is secret.
    ///
    /// - Parameter isDoor: whether it opens a door, which is asked while somebody stands there.
    init(
        _ way: WebhookWay, name: String, secrets: SecretPlace, zone: LocalZone = .current, isDoor: Bool = false
    ) throws(Failure) {
        self.way = way
        self.zone = zone
        self.isDoor = isDoor
        address = try Self.address(way, name: name, secrets: secrets)
        var headers = way.headers
        if let file = way.headersFile {
            let lines = try secrets.lines(file, of: "headers_file", destination: name)
            if let problem = lines.lazy.compactMap({ WebhookHeader.problem(with: $0) }).first {
                throw Self.unfit("headers_file", of: name, "\(secrets.path(of: file)) \(problem)")
            }
            headers += lines
        }
        self.headers = headers
        if let file = way.secretFile {
            let lines = try secrets.lines(file, of: "secret_file", destination: name)
            guard let signature = WebhookSignature(secrets: lines) else {
                throw Self.unfit(
                    "secret_file", of: name,
                    "a line of \(secrets.path(of: file)) is no secret: whsec_ and 24 to 64 bytes in base64")
            }
            self.signature = signature
        } else {
            signature = nil
        }
        var trust = WebhookClient.Trust()
        if let file = way.authorities { trust.authorities = try secrets.file(file, of: "ca_file", destination: name) }
        if let file = way.certificate {
            trust.certificate = try secrets.file(file, of: "certificate_file", destination: name)
        }
        if let file = way.key { trust.key = try secrets.file(file, of: "key_file", destination: name) }
        worker = Worker(name)
        client = WebhookClient(
            credentials: address.credentials, timeout: way.timeout, trust: trust, isNowOrNever: isDoor)
    }

    private static func address(_ way: WebhookWay, name: String, secrets: SecretPlace) throws(Failure) -> SourceAddress
    {
        if let address = way.address { return address }
        let file = way.addressFile ?? ""
        let address = SourceAddress(try secrets.lines(file, of: "url_file", destination: name)[0])
        if let problem = WebAddress.problem(with: address) {
            throw unfit("url_file", of: name, "what \(secrets.path(of: file)) has \(problem)")
        }
        if way.format == .template, let problem = TemplateText.problem(with: address.location, as: .address) {
            throw unfit("url_file", of: name, "what \(secrets.path(of: file)) has \(problem)")
        }
        return address
    }

    private static func unfit(_ key: String, of name: String, _ reason: String) -> Failure {
        Failure(.configuration, while: "opening the destination \(name) (\(key))", because: reason)
    }

    /// Whoever is written to would take a test for an event: a connection is all that is tried.
    func watch(_ tell: @escaping Watcher) async {
        guard let origin = WebAddress(address)?.origin else { return }
        // One of its own: no record waits for it.
        let (worker, client, address, place) = (Worker("watch"), client, address, way.place)
        await Lookout.watch(tell) {
            await worker.runStoppable { client.obstacle(to: origin, isStopped: $0) }
                .map { address.scrubbed($0).replacing(address.location, with: place) }
        }
    }

    func deliver(_ parcels: [Parcel]) async -> Delivered {
        for (count, parcel) in parcels.enumerated() {
            var request = way.format.request(for: parcel, way: way, address: address, zone: zone)
            request.address = request.address ?? address.location
            // By which a receiver of any format can tell what it has already.
            if signature == nil { request.headers.append("webhook-id: \(parcel.identity)") }
            request.headers += headers
            if let signature, case .bytes(let body, _) = request.body {
                // A retry keeps its identifier and gets another time.
                request.headers += signature.headers(id: parcel.identity, time: .now, body: body)
            }
            let (client, final) = (client, request)
            let answer = await worker.runStoppable { client.send(final, isStopped: $0) }
            if var trouble = answer.trouble {
                // Of a template that has the record in it.
                if answer.isNoAddress, final.address != address.location { trouble = Trouble(.address, trouble.reason) }
                // Nobody mends address or secret in the seconds for which it is asked, and five wrong secrets in a row may lock us out.
                if isDoor, answer.isFinal { trouble.verdict = .refused }
                trouble.reason = cleaned(trouble.reason, of: parcel)
                return Delivered(count: count, trouble: trouble)
            }
        }
        return Delivered(count: parcels.count)
    }

    /// libcurl may quote what it was told.
    private func cleaned(_ reason: String, of parcel: Parcel) -> String {
        let plain = address.scrubbed(reason).replacing(address.location, with: way.place)
        return parcel.cleaned(plain)
    }
}
