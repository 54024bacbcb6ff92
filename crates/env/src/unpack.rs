// SPDX-License-Identifier: MIT OR Apache-2.0

//! Unpacks bits to booleans, eight at a time.

/// The bits of each byte as booleans, the lowest first.
static OF_BYTE: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = byte >> bit & 1 == 1;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The bits of a byte, the lowest first.
#[inline]
pub(super) fn byte(byte: u8) -> &'static [bool; 8] {
    &OF_BYTE[usize::from(byte)]
}

/// Fills `out` with bits, the lowest first; at most 64.
#[inline]
pub(super) fn bits(mut bits: u64, out: &mut [bool]) {
    let (eights, rest) = out.as_chunks_mut::<8>();
    for eight in eights {
        *eight = *byte(bits as u8);
        bits >>= 8;
    }
    rest.copy_from_slice(&byte(bits as u8)[..rest.len()]);
}
