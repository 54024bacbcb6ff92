//! Lists that are filled without a branch on what is put into them.

/// Items, of which only some at the front count. It keeps its room when it is cleared.
#[derive(Clone, Debug)]
pub(super) struct List<T> {
    pub(super) items: Vec<T>,
    pub(super) len: usize,
}

impl<T: Copy + Default> List<T> {
    pub(super) const fn new() -> Self {
        Self {
            items: Vec::new(),
            len: 0,
        }
    }

    /// Room for that many items more.
    #[inline]
    pub(super) fn reserve(&mut self, more: usize) {
        if self.items.len() < self.len + more {
            self.items.resize(2 * self.len + more, T::default());
        }
    }

    /// Room behind the items, to be counted when it is filled.
    #[inline]
    pub(super) fn room<const N: usize>(&mut self) -> &mut [T; N] {
        self.reserve(N);
        self.items[self.len..]
            .first_chunk_mut()
            .expect("there is as much room")
    }

    /// Room for that many items, to be filled one after the other.
    #[inline]
    pub(super) fn fill(&mut self, most: usize) -> Filling<'_, T> {
        self.reserve(most);
        Filling {
            room: &mut self.items[self.len..],
            filled: 0,
            len: &mut self.len,
        }
    }

    /// Keeps what is wanted.
    #[inline]
    pub(super) fn retain(&mut self, mut wanted: impl FnMut(&mut T) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            let mut item = self.items[i];
            let wanted = wanted(&mut item);
            self.items[kept] = item;
            kept += usize::from(wanted);
        }
        self.len = kept;
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[T] {
        &self.items[..self.len]
    }
}

/// A list while it is filled.
pub(super) struct Filling<'a, T> {
    room: &'a mut [T],
    filled: usize,
    len: &'a mut usize,
}

impl<T> Filling<'_, T> {
    /// Appends an item, or nothing.
    #[inline]
    pub(super) fn push_if(&mut self, wanted: bool, item: T) {
        self.room[self.filled] = item;
        self.filled += usize::from(wanted);
    }

    /// The items count from now on.
    #[inline]
    pub(super) fn finish(self) {
        *self.len += self.filled;
    }
}
