import Answers
import Basics
import History
import Logging
import Records

/// What the broker is told for Home Assistant, and what is heard from it.
extension MQTTDestination {
    private static let hour: Int64 = 3_600_000

    // MARK: - Telling

    /// Buttons are heard with QoS 0, so that nothing that was pressed while the hub was away happens when it is back.
    func listen() {
        guard let assistant else { return }
        connection.subscribe(to: assistant.birth)
        connection.subscribe(to: assistant.again)
        connection.subscribe(to: "\(assistant.base)/+/clear")
        connection.subscribe(to: "\(assistant.base)/+/+/clear")
    }

    /// The hub and all its cameras, and how they are: after each connection, and when Home Assistant has started.
    func announce() async {
        guard let assistant else { return }
        // What is told while this lasts is not told twice.
        let last = told.last
        put(assistant.hubDevice, to: assistant.announcement(of: assistant.device))
        let cameras = await allCameras()
        told.announced = []
        for camera in cameras { announce(camera) }
        // A history that was moved away has none, and takes no device from anybody.
        told.areAll = !cameras.isEmpty
        // Now that it is known which are there: what is kept of others comes, and is withdrawn.
        connection.subscribe(to: assistant.announcements)
        await tellStates(of: cameras)
        if told.areClearedInDoubt {
            told.areClearedInDoubt = false
            for camera in told.cleared { clear(camera) }
        }
        await repeatLastPlates(last)
        told.counts = [:]
        await count(cameras)
    }

    /// Once, and where somebody wants it.
    func announce(_ camera: String) {
        guard let assistant, told.announced.insert(camera).inserted else { return }
        put(assistant.cameraDevice(camera), to: assistant.announcement(of: assistant.device(of: camera)))
    }

    /// Below the prefix of discovery, which is not ours.
    private func put(_ text: String, to topic: String) {
        _ = connection.publish(Array(text.utf8), to: topic, retained: true)
    }

    /// A broker that was killed may have lost what stays with it.
    private func repeatLastPlates(_ last: [String: Int64]) async {
        for (camera, seq) in last where told.last[camera] == seq {
            do {
                let record = try await surroundings.history?.records(after: seq - 1, limit: 1).first
                // Another plate may have been told meanwhile, and this one cleared.
                guard told.last[camera] == seq else { continue }
                if let record, record.seq == seq, case .plate = record.record {
                    repeatLast(Parcel(hub: surroundings.hub, record: record, folder: surroundings.folder))
                } else {
                    clear(camera)
                }
            } catch {
                // The next plate tells it.
            }
        }
    }

    /// Cameras that are new are announced before their first record.
    func expect(_ parcels: [Parcel]) async {
        for parcel in parcels where !told.announced.contains(parcel.camera) {
            announce(parcel.camera)
            await tellStates(of: [parcel.camera])
        }
    }

    func arrived(_ parcels: ArraySlice<Parcel>) {
        let cameras = parcels.filter { $0.plate != nil }.map(\.camera)
        if !cameras.isEmpty { Task { [weak self] in await self?.count(cameras) } }
    }

    // MARK: - Plates of the day

    /// Tells how many plates cameras had today, by this place's clocks. While it is asked for, more of them wait for the next time.
    func count(_ cameras: [String]) async {
        told.uncounted.formUnion(cameras)
        guard !told.isCounting, assistant?.kinds.contains(.plates) == true else { return }
        told.isCounting = true
        defer { told.isCounting = false }
        while !told.uncounted.isEmpty {
            let cameras = told.uncounted
            told.uncounted = []
            do {
                let zone = surroundings.zone
                let day = zone.start(ofDay: zone.clock(at: surroundings.now()).day)
                let counts = try await surroundings.history?.plates(since: day) ?? [:]
                for camera in cameras.sorted() where told.counts[camera] != counts[camera] ?? 0 {
                    told.counts[camera] = counts[camera] ?? 0
                    publish("\(counts[camera] ?? 0)", to: "\(camera)/today", retained: true)
                }
            } catch {
                // The next plate tells it.
            }
        }
    }

    /// At each full hour of this place's clocks, one of which is midnight.
    func countAnewEachDay() async {
        while !Task.isCancelled {
            let shown = surroundings.zone.clock(at: surroundings.now()).milliseconds
            let rest = Self.hour - ((shown % Self.hour) + Self.hour) % Self.hour
            do { try await surroundings.sleep(.milliseconds(rest)) } catch { return }
            await count(told.announced.sorted())
        }
    }

    // MARK: - Hearing

    func heed(_ message: MQTTConnection.Message) async {
        guard let assistant else { return }
        if assistant.isAnnouncement(message.topic) { return withdraw(message) }
        // What is kept of a button was pressed at some other time.
        guard !message.isRetained else { return }
        if message.topic == assistant.birth, message.payload == Array("online".utf8) {
            surroundings.talk.info("Home Assistant has started; it is told of hub and cameras again")
            await announce()
        } else if message.topic == assistant.again {
            surroundings.talk.info("somebody at the broker asked for hub and cameras to be announced again")
            await announce()
        } else if let camera = assistant.camera(clearedBy: message.topic), told.announced.contains(camera) {
            surroundings.talk.notice("somebody at the broker cleared the last plate of \(camera.shown) there")
            clear(camera)
        }
    }

    /// Takes the last plate away from the broker; the history keeps it.
    private func clear(_ camera: String) {
        told.last[camera] = nil
        told.cleared.insert(camera)
        for topic in ["last_plate", "picture"] {
            publish("", to: "\(camera)/\(topic)", retained: true)
        }
    }

    /// Removes a device of this hub that stands for no camera of now.
    private func withdraw(_ message: MQTTConnection.Message) {
        guard let assistant, told.areAll, let device = Announcement(message.payload), device.via == assistant.device,
            !told.announced.contains(where: {
                assistant.announcement(of: assistant.device(of: $0)) == message.topic
            })
        else { return }
        put("", to: message.topic)
    }
}
