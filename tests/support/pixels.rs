//! Pictures of the examples: pixels as red, green and blue.

/// The width, and the pixels row by row from the top.
pub(crate) type Picture = (u32, Vec<[u8; 3]>);

/// The pixels of a PNG file.
pub(crate) fn png_pixels(bytes: &[u8]) -> Picture {
    let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info();
    let mut reader = reader.expect("a PNG file");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut bytes).expect("pixels");
    let pixels = bytes.chunks(frame.color_type.samples());
    let pixels = pixels.map(|one| [one[0], one[1], one[2]]);
    (frame.width, pixels.collect())
}

/// The greatest difference between two pictures of one size, in steps of 255.
pub(crate) fn greatest_difference(one: &Picture, other: &Picture) -> u8 {
    assert_eq!((one.0, one.1.len()), (other.0, other.1.len()));
    let pairs = one.1.iter().flatten().zip(other.1.iter().flatten());
    let differences = pairs.map(|(one, other)| one.abs_diff(*other));
    differences.max().unwrap_or(0)
}

/// The texture of the examples for `render`, a PNG file of 8 by 8 pixels: red grows to the right, green upwards.
pub(crate) fn ramp() -> Vec<u8> {
    let rows = (0..8u8).rev();
    let texels = rows.flat_map(|y| (0..8u8).flat_map(move |x| [x * 32, y * 32, 0x80]));
    let texels: Vec<u8> = texels.collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 8, 8);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&texels).expect("pixels");
    writer.finish().expect("an end");
    bytes
}
