//! Handles: numbers that are given out once and refused when what they stand for is gone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Things by their handles.
#[derive(Debug)]
pub struct Handles<T> {
    inner: Mutex<Inner<T>>,
}

#[derive(Debug)]
struct Inner<T> {
    live: Option<HashMap<u64, Arc<T>>>,
    next: u64,
}

impl<T> Handles<T> {
    /// None yet. `first`: the first number to give out, so that handles of two kinds are not taken for each other.
    pub const fn new(first: u64) -> Self {
        Self { inner: Mutex::new(Inner { live: None, next: first }) }
    }

    /// Keeps `thing`; its handle.
    pub fn add(&self, thing: T) -> u64 {
        let mut inner = self.lock();
        let handle = inner.next;
        inner.next += 1;
        inner.live.get_or_insert_default().insert(handle, Arc::new(thing));
        handle
    }

    /// What a handle stands for.
    pub fn get(&self, handle: u64) -> Option<Arc<T>> {
        self.lock().live.as_ref()?.get(&handle).cloned()
    }

    /// Forgets what a handle stands for; whether there was something.
    pub fn remove(&self, handle: u64) -> bool {
        // Dropped outside of the lock: what goes may take its time.
        let gone = self.lock().live.as_mut().and_then(|live| live.remove(&handle));
        gone.is_some()
    }

    /// Forgets all that `is_gone` says.
    pub fn remove_where(&self, is_gone: impl Fn(&T) -> bool) {
        if let Some(live) = self.lock().live.as_mut() {
            live.retain(|_, thing| !is_gone(thing));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner<T>> {
        // Nothing is half done where a panic could come.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_good_once() {
        static HANDLES: Handles<&str> = Handles::new(1000);
        let first = HANDLES.add("first");
        assert_eq!(HANDLES.get(first).as_deref(), Some(&"first"));
        assert!(HANDLES.remove(first));
        assert!(!HANDLES.remove(first));
        let second = HANDLES.add("second");
        assert_ne!(first, second);
        assert!(HANDLES.get(first).is_none() && HANDLES.get(0).is_none());
    }
}
