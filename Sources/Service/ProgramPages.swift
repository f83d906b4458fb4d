import CProcess

/// What of the program's files is in this process's memory.
public enum ProgramPages {
    /// Lets go of it, but for what was written to: the kernel maps again what is used again.
    ///
    /// FFmpeg and Tesseract bring more than a hundred libraries. To load them, their symbols and relocations are read, and
    /// each page that is touched brings its neighbours: some 40 MB, of which a scanner needs a quarter ever again.
    public static func release() { _ = plated_release_program_pages() }
}
