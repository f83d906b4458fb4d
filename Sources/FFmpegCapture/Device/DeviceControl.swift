/// One control of a Video4Linux device, as the device describes it.
public struct DeviceControl: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        case integer, boolean, menu, bitmask
        /// A rectangle in the sensor's pixels (Linux 6.16 and newer).
        case rectangle
        /// Buttons, texts and whatever else holds no value that could be put back.
        case other
    }

    /// A rectangle in the sensor's pixels.
    public struct Rectangle: Sendable, Equatable {
        public var left: Int
        public var top: Int
        public var width: Int
        public var height: Int

        public init(left: Int, top: Int, width: Int, height: Int) {
            self.left = left
            self.top = top
            self.width = width
            self.height = height
        }
    }

    public enum Value: Sendable, Equatable {
        case number(Int)
        case rectangle(Rectangle)
    }

    /// The kernel's number for it.
    public var id: UInt32
    /// Such as `exposure_time_absolute`: the title in small letters, as v4l2-ctl has it.
    public var name: String
    public var kind: Kind
    public var range: ClosedRange<Int>
    public var step: Int
    /// The device's own default.
    public var standard: Int
    /// Of a menu: what may be chosen, by number.
    public var items: [Int: String]
    /// Nil where it cannot be read.
    public var value: Value?
    /// Of a rectangle: the largest one there can be.
    public var largest: Rectangle?
    public var isReadOnly: Bool
    /// Whether another control, such as automatic exposure, makes it void at the moment.
    public var isInactive: Bool
    /// Whether the kernel keeps its value in 64 bits.
    public var isWide = false

    public init(
        id: UInt32, name: String, kind: Kind, range: ClosedRange<Int> = 0...1, step: Int = 1, standard: Int = 0,
        items: [Int: String] = [:], value: Value? = nil, largest: Rectangle? = nil, isReadOnly: Bool = false,
        isInactive: Bool = false
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.range = range
        self.step = step
        self.standard = standard
        self.items = items
        self.value = value
        self.largest = largest
        self.isReadOnly = isReadOnly
        self.isInactive = isInactive
    }

    /// `Exposure Time, Absolute` becomes `exposure_time_absolute`.
    public static func name(of title: String) -> String {
        title.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "_")
    }
}

extension DeviceControl.Value: CustomStringConvertible {
    public var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .rectangle(let area): "\(area.width)x\(area.height) at \(area.left),\(area.top)"
        }
    }
}

/// What sets controls: a device, or a test's stand-in.
protocol ControlAccess {
    func controls() -> [DeviceControl]
    /// Nil where it cannot be read.
    func value(of control: DeviceControl) -> DeviceControl.Value?
    /// The errno of a refusal; nil when it was taken.
    func set(_ control: DeviceControl, to value: DeviceControl.Value) -> Int32?
}
