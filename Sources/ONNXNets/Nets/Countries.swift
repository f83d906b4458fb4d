/// Countries by the names that nets for plates give them.
enum Countries {
    /// ISO 3166 code in lower case; nil for a name that is no country's.
    static func code(of name: String) -> String? { codes[name] }

    private static let codes = [
        "Albania": "al", "Andorra": "ad", "Argentina": "ar", "Armenia": "am", "Australia": "au", "Austria": "at",
        "Azerbaijan": "az", "Bahrain": "bh", "Belarus": "by", "Belgium": "be", "Bosnia and Herzegovina": "ba",
        "Brazil": "br", "Bulgaria": "bg", "Cambodia": "kh", "Canada": "ca", "Croatia": "hr", "Cyprus": "cy",
        "Czech Republic": "cz", "Denmark": "dk", "Estonia": "ee", "Finland": "fi", "France": "fr", "Georgia": "ge",
        "Germany": "de", "Gibraltar": "gi", "Greece": "gr", "Guernsey": "gg", "Hungary": "hu", "Iceland": "is",
        "India": "in", "Indonesia": "id", "Ireland": "ie", "Israel": "il", "Italy": "it", "Latvia": "lv",
        "Liechtenstein": "li", "Lithuania": "lt", "Luxembourg": "lu", "Malaysia": "my", "Malta": "mt", "Mexico": "mx",
        "Moldova": "md", "Monaco": "mc", "Montenegro": "me", "Netherlands": "nl", "New Zealand": "nz",
        "North Macedonia": "mk", "Norway": "no", "Poland": "pl", "Portugal": "pt", "Qatar": "qa", "Romania": "ro",
        "San Marino": "sm", "Serbia": "rs", "Singapore": "sg", "Slovakia": "sk", "Slovenia": "si",
        "South Africa": "za", "Spain": "es", "Sweden": "se", "Switzerland": "ch", "Thailand": "th", "Turkey": "tr",
        "United States": "us", "Ukraine": "ua", "United Kingdom": "gb", "Vietnam": "vn",
    ]
}
