//! Lists that are filled without a branch on what is put into them.

/// Items, of which only some at the front count. It keeps its capacity when it is cleared.
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

    /// Makes space for `more` further items.
    #[inline]
    pub(super) fn reserve(&mut self, more: usize) {
        if self.items.len() < self.len + more {
            self.items.resize(2 * self.len + more, T::default());
        }
    }

    /// The space behind the items, which count once `len` is raised.
    #[inline]
    pub(super) fn spare<const N: usize>(&mut self) -> &mut [T; N] {
        self.reserve(N);
        self.items[self.len..]
            .first_chunk_mut()
            .expect("the space is reserved")
    }

    /// Space for at most `most` items, to be filled one after the other.
    #[inline]
    pub(super) fn fill(&mut self, most: usize) -> ListFiller<'_, T> {
        self.reserve(most);
        ListFiller {
            space: &mut self.items[self.len..],
            filled: 0,
            len: &mut self.len,
        }
    }

    /// Keeps the items for which `wanted` holds.
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

/// Fills a list.
pub(super) struct ListFiller<'a, T> {
    space: &'a mut [T],
    filled: usize,
    len: &'a mut usize,
}

impl<T> ListFiller<'_, T> {
    /// Appends an item, or nothing.
    #[inline]
    pub(super) fn push_if(&mut self, wanted: bool, item: T) {
        self.space[self.filled] = item;
        self.filled += usize::from(wanted);
    }

    /// The items count from now on.
    #[inline]
    pub(super) fn finish(self) {
        *self.len += self.filled;
    }
}
