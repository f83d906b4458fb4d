import CONNXRuntime

/// One net, loaded and ready to run. Made, used and released on one queue.
final class ONNXSession {
    /// A result of a run.
    struct Tensor {
        var values: [Float]
        /// Outermost first.
        var dimensions: [Int]
    }

    let path: String
    let inputs: [TensorShape]
    let outputs: [TensorShape]

    private let runtime: ONNXRuntime
    private let session: OpaquePointer

    /// - Parameters:
    ///   - path: of an `.onnx` file.
    ///   - threads: for one run; more than one makes single runs faster and everything together slower.
    init(_ path: String, runtime: ONNXRuntime, threads: Int = 1) throws(ONNXError) {
        let api = runtime.api
        let action = "loading the net \(path)"
        let options = try api.made(action) { api.create_options($0) }
        defer { api.release_options(options) }
        try api.check(api.set_optimisation(options, plated_ort_all_optimisations), action)
        try api.check(api.set_threads(options, Int32(threads)), action)
        try api.check(api.set_parallel_nodes(options, 1), action)
        // Without memory laid out in advance a detector takes 13 MB less, and as long.
        try api.check(api.disable_memory_pattern(options), action)
        try api.check(api.set_entry(options, "session.use_env_allocators", "1"), action)
        let session: OpaquePointer
        do {
            session = try api.made(action) { api.create_session(runtime.environment, path, options, $0) }
        } catch {
            throw ONNXError(action: action, reason: "it is no net that ONNX Runtime can load (\(error.reason))")
        }
        do {
            inputs = try Self.shapes(
                of: session, runtime: runtime, action: action, count: api.input_count, type: api.input_type,
                name: api.input_name)
            outputs = try Self.shapes(
                of: session, runtime: runtime, action: action, count: api.output_count, type: api.output_type,
                name: api.output_name)
        } catch {
            api.release_session(session)
            throw error
        }
        self.path = path
        self.runtime = runtime
        self.session = session
        // Loading leaves as much behind as the net takes; given back now, it is not there beside the pictures later.
        plated_ort_trim()
    }

    deinit {
        runtime.api.release_session(session)
    }

    /// Runs the net on one input and gives the outputs of the given names, which have to be of floats.
    ///
    /// - Parameter dimensions: of the input, outermost first.
    func run<Element: BitwiseCopyable>(
        _ input: [Element], dimensions: [Int], outputs names: [String]
    ) throws(ONNXError) -> [Tensor] {
        let api = runtime.api
        let action = "running the net \(path)"
        let shape = dimensions.map(Int64.init)
        let element = inputs[0].element == .uint8 ? plated_ort_uint8 : plated_ort_float
        // The net only reads its input, though the interface does not say so.
        var values = [OpaquePointer?](repeating: nil, count: names.count)
        defer { for case .some(let value) in values { api.release_value(value) } }
        let failure = input.withUnsafeBytes { (bytes) -> ONNXError? in
            do throws(ONNXError) {
                let tensor = try api.made(action) {
                    api.create_tensor(
                        runtime.memory, UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, shape,
                        shape.count, element, $0)
                }
                defer { api.release_value(tensor) }
                let outcome = withCStrings([inputs[0].name]) { inputNames in
                    withCStrings(names) { outputNames in
                        withUnsafePointer(to: tensor as OpaquePointer?) {
                            api.run(session, nil, inputNames, $0, 1, outputNames, names.count, &values)
                        }
                    }
                }
                try api.check(outcome, action)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        var tensors: [Tensor] = []
        for case .some(let value) in values { tensors.append(try tensor(value, action)) }
        return tensors
    }

    private func tensor(_ value: OpaquePointer, _ action: String) throws(ONNXError) -> Tensor {
        let api = runtime.api
        let shape = try api.made(action) { api.shape_of_value(value, $0) }
        defer { api.release_shape(shape) }
        let dimensions = try Self.dimensions(of: shape, api: api, action: action).map { max(0, Int($0)) }
        var data: UnsafeMutableRawPointer?
        try api.check(api.data(value, &data), action)
        let count = dimensions.reduce(1, *)
        guard let data, count > 0 else { return Tensor(values: [], dimensions: dimensions) }
        let floats = data.assumingMemoryBound(to: Float.self)
        return Tensor(values: Array(UnsafeBufferPointer(start: floats, count: count)), dimensions: dimensions)
    }

    // MARK: - Shapes

    private typealias Count = @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int>?) -> plated_ort_outcome?
    private typealias Part =
        @convention(c) (OpaquePointer?, Int, UnsafeMutablePointer<OpaquePointer?>?) ->
        plated_ort_outcome?
    private typealias Name =
        @convention(c) (
            OpaquePointer?, Int, OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        ) -> plated_ort_outcome?

    private static func shapes(
        of session: OpaquePointer, runtime: ONNXRuntime, action: String, count: Count, type: Part, name: Name
    ) throws(ONNXError) -> [TensorShape] {
        let api = runtime.api
        var number = 0
        try api.check(count(session, &number), action)
        var shapes: [TensorShape] = []
        for index in 0..<number {
            var text: UnsafeMutablePointer<CChar>?
            try api.check(name(session, index, runtime.allocator, &text), action)
            let known = text.map { String(cString: $0) } ?? ""
            if let text { try api.check(api.free(runtime.allocator, text), action) }
            let kind = try api.made(action) { type(session, index, $0) }
            defer { api.release_type(kind) }
            var shape: OpaquePointer?
            try api.check(api.shape_of_type(kind, &shape), action)
            guard let shape else {
                shapes.append(TensorShape(name: known, element: .other(0), dimensions: []))
                continue
            }
            var element: Int32 = 0
            try api.check(api.element(shape, &element), action)
            let dimensions = try dimensions(of: shape, api: api, action: action)
            shapes.append(
                TensorShape(
                    name: known, element: .init(element), dimensions: dimensions.map { $0 < 0 ? nil : Int($0) }))
        }
        return shapes
    }

    private static func dimensions(
        of shape: OpaquePointer, api: plated_ort_api, action: String
    ) throws(ONNXError) -> [Int64] {
        var rank = 0
        try api.check(api.rank(shape, &rank), action)
        var dimensions = [Int64](repeating: 0, count: rank)
        try api.check(api.dimensions(shape, &dimensions, rank), action)
        return dimensions
    }
}

/// Calls `body` with the texts as C strings, valid during the call only.
private func withCStrings<R>(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R) -> R {
    let bytes = texts.map { Array($0.utf8CString) }
    func next(_ index: Int, _ pointers: inout [UnsafePointer<CChar>?]) -> R {
        if index == bytes.count { return body(pointers) }
        return bytes[index].withUnsafeBufferPointer {
            pointers.append($0.baseAddress)
            return next(index + 1, &pointers)
        }
    }
    var pointers: [UnsafePointer<CChar>?] = []
    return next(0, &pointers)
}
