//! Numbers and masks as cells of an array.

/// A number as a cell holds it: at most 127.
#[inline]
pub const fn cell(number: u8) -> i8 {
    if number > i8::MAX as u8 { i8::MAX } else { number as i8 }
}

/// Puts numbers into cells.
#[inline]
pub fn fill(cells: &mut [i8], numbers: &[u8]) {
    for (to, &from) in cells.iter_mut().zip(numbers) {
        *to = cell(from);
    }
}

/// Puts a number that may be large into two cells: the hundreds, and the rest.
#[inline]
pub fn fill_wide(cells: &mut [i8], number: i32) {
    cells[0] = (number / 100).clamp(-127, 127) as i8;
    cells[1] = (number % 100) as i8;
}

/// Puts a 1 into the cell of each bit of a mask.
#[inline]
pub fn fill_bits(cells: &mut [i8], mask: u128) {
    if cells.len() <= 64 { fill_word(cells, mask as u64) } else { fill_long(cells, mask) }
}

#[inline]
fn fill_long(cells: &mut [i8], mask: u128) {
    let (low, high) = cells.split_at_mut(64);
    fill_word(low, mask as u64);
    fill_word(high, (mask >> 64) as u64);
}

/// Eight cells at a time.
#[inline]
pub(super) fn fill_word(cells: &mut [i8], mask: u64) {
    if mask == 0 {
        return;
    }
    put_word(cells, mask);
}

/// Eight cells at a time, zeros too.
#[inline(always)]
pub(super) fn put_word(cells: &mut [i8], mut mask: u64) {
    let mut eights = cells.chunks_exact_mut(8);
    for eight in &mut eights {
        eight.copy_from_slice(&SPREAD[(mask & 0xff) as usize]);
        mask >>= 8;
    }
    let rest = eights.into_remainder();
    rest.copy_from_slice(&SPREAD[(mask & 0xff) as usize][..rest.len()]);
}

/// Puts these values into the cells whose bits are set in a mask, and 0 into the others.
#[inline]
pub fn fill_chosen(cells: &mut [i8], mut mask: u128, values: &[i8]) {
    for (cells, values) in cells.chunks_mut(8).zip(values.chunks(8)) {
        let chosen = &SPREAD[(mask & 0xff) as usize];
        for ((to, &value), &chosen) in cells.iter_mut().zip(values).zip(chosen) {
            *to = value & -chosen;
        }
        mask >>= 8;
    }
}

/// The eight cells of each byte of a mask.
pub(super) static SPREAD: [[i8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as i8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_go_to_their_cells() {
        for len in [3, 8, 13, 64, 72, 83] {
            let mask = 0x0f12_3456_789a_bcde_f013_5799_2468_ace1_u128;
            let mut cells = vec![0; len];
            fill_bits(&mut cells, mask);
            let expected: Vec<i8> = (0..len).map(|bit| (mask >> bit & 1) as i8).collect();
            assert_eq!(cells, expected);
        }
    }

    #[test]
    fn values_go_to_the_chosen_cells_only() {
        let (mask, values) = (0x0f12_3456_789a_bcde_f013_u128, [1, 2, 3].repeat(9));
        let mut cells = vec![9; 27];
        fill_chosen(&mut cells, mask, &values);
        let expected: Vec<i8> = (0..27).map(|bit| values[bit] * (mask >> bit & 1) as i8).collect();
        assert_eq!(cells, expected);
    }

    #[test]
    fn large_numbers_take_two_cells() {
        let mut cells = [0; 2];
        fill_wide(&mut cells, 345);
        assert_eq!(cells, [3, 45]);
        fill_wide(&mut cells, -120);
        assert_eq!(cells, [-1, -20]);
        assert_eq!((cell(12), cell(200)), (12, 127));
    }
}
