//! Lines of a text by its bytes.

/// Where the lines of a text begin.
pub(crate) struct Lines {
    starts: Vec<usize>,
    end: usize,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Lines {
        Lines::behind(text, 0)
    }

    /// The lines of a text that begins so many bytes into what the bytes are counted of.
    pub(crate) fn behind(text: &str, ahead: usize) -> Lines {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Lines {
            starts: std::iter::once(ahead)
                .chain(ends.map(|(end, _)| ahead + end + 1))
                .collect(),
            end: ahead + text.len(),
        }
    }

    /// The line of a byte, and the byte's number in the line, both from 1. The line is 0 outside of the text.
    pub(crate) fn place(&self, byte: usize) -> (usize, usize) {
        if byte > self.end {
            return (0, 0);
        }
        let line = self.starts.partition_point(|start| *start <= byte);
        let start = self.starts.get(line.wrapping_sub(1)).copied();
        (line, byte - start.unwrap_or(0) + 1)
    }
}
