//! Lines of a text by its bytes.

/// Where the lines of a text begin.
pub(crate) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Lines {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Lines {
            starts: std::iter::once(0)
                .chain(ends.map(|(end, _)| end + 1))
                .collect(),
        }
    }

    /// The line of a byte, and the byte's number in the line, both from 1.
    pub(crate) fn place(&self, byte: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= byte);
        let start = self.starts.get(line.wrapping_sub(1)).copied();
        (line, byte - start.unwrap_or(0) + 1)
    }
}
