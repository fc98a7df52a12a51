//! Files without their compression: `FWS` has none, `CWS` is zlib, `ZWS` LZMA.

use flate2::read::ZlibDecoder;
use lzma_rust2::LzmaReader;
use retroshade_diagnostics::fault::Fault;
use std::borrow::Cow;
use std::io::Read;

/// Bytes of a file and of the files in it, without their compression, that are read at most.
pub(crate) const MOST_BYTES: usize = 256 << 20;

/// Signature, version, and length of the file without its compression.
const HEADER: usize = 8;

/// Bytes that may still be inflated.
#[derive(Debug)]
pub(crate) struct Budget(usize);

impl Default for Budget {
    fn default() -> Budget {
        Budget(MOST_BYTES)
    }
}

/// True if bytes begin as an SWF file does.
pub fn is_swf(bytes: &[u8]) -> bool {
    matches!(bytes, [b'F' | b'C' | b'Z', b'W', b'S', ..])
}

/// The file without its compression; offsets count from its header on.
///
/// # Errors
/// See [`crate::read`].
pub(crate) fn inflate<'a>(bytes: &'a [u8], budget: &mut Budget) -> Result<Cow<'a, [u8]>, Fault> {
    if !is_swf(bytes) {
        return Err("no SWF file: it begins with none of FWS, CWS, ZWS".into());
    }
    let Some((header, body)) = bytes.split_first_chunk::<HEADER>() else {
        return Err("truncated: the header of an SWF has 8 bytes".into());
    };
    let [signature, .., a, b, c, d] = *header;
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    if signature == b'F' {
        return Ok(Cow::Borrowed(bytes));
    }
    if length < HEADER {
        return Err(format!("the header says that the file has {length} bytes").into());
    }
    if length > budget.0 {
        return Err(format!(
            "the header says that the file has {length} bytes without its compression; {} MiB are read at most",
            MOST_BYTES >> 20
        )
        .into());
    }
    budget.0 -= length;
    let wanted = length - HEADER;
    let mut file = header.to_vec();
    let read = match signature {
        b'C' => ZlibDecoder::new(body)
            .take(wanted as u64)
            .read_to_end(&mut file),
        _ => lzma(body, wanted, &mut file)?,
    };
    match read {
        // A file may say a greater length than it has.
        Ok(_) if file.len() > HEADER => Ok(Cow::Owned(file)),
        Ok(_) => Err("the compressed part is empty".into()),
        Err(fault) => Err(format!(
            "the compressed part is truncated or damaged: {fault} behind {} of {wanted} bytes",
            file.len() - HEADER
        )
        .into()),
    }
}

/// Inflates behind a header of its own: the compressed length, a byte of properties, the size of the dictionary.
fn lzma(body: &[u8], wanted: usize, file: &mut Vec<u8>) -> Result<std::io::Result<usize>, Fault> {
    let Some((&[_, _, _, _, properties, a, b, c, d], data)) = body.split_first_chunk() else {
        return Err("truncated: the header of an SWF with LZMA has 17 bytes".into());
    };
    // No match reaches back further than the file is long, so a smaller dictionary does the same.
    let dictionary = u32::from_le_bytes([a, b, c, d]).min(wanted.max(4096) as u32);
    let reader = LzmaReader::new_with_props(data, wanted as u64, properties, dictionary, None);
    Ok(reader.and_then(|mut reader| {
        reader.set_relaxed_end_condition(true);
        reader.take(wanted as u64).read_to_end(file)
    }))
}
