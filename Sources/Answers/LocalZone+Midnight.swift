import Records

extension LocalZone {
    /// The first moment of a day that lies within an hour, where it is not the hour's own first moment; nil where none does. Zones with
    /// offsets of half hours have one in an hour of UTC each day.
    public func midnight(inHourAt hour: WallTime) -> WallTime? {
        let last = WallTime(milliseconds: hour.milliseconds + 3_599_999)
        let midnight = start(ofDay: clock(at: last).day)
        return hour < midnight && midnight <= last ? midnight : nil
    }
}
