// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files that may be compressed by gzip.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

/// Opens a file, plain or compressed by gzip, as its first bytes say.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::new(File::open(path)?);
    Ok(match file.fill_buf()?.starts_with(&[0x1f, 0x8b]) {
        true => Box::new(BufReader::new(MultiGzDecoder::new(file))),
        false => Box::new(file),
    })
}

pub(crate) fn packed(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(content)?;
    packed.finish()
}
