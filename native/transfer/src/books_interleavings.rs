//! Every interleaving of threads that submit, drop, drain and synchronise: the counters balance at every moment
//! (TRF-57), no entry is handed out twice, and none is lost (TRF-43, TRF-50, TRF-53).

use std::num::NonZeroUsize;

use loom::sync::Arc;
use loom::thread;

use super::{Books, Drained, End, Entry, Place};

/// Released once, and only after it left the books.
struct Numbered(u32);

impl Entry for Numbered {
    fn enters_queue(&mut self) {}
}

type Shared = Arc<Books<Numbered>>;

fn books(capacity: usize) -> Shared {
    Arc::new(Books::new(NonZeroUsize::new(capacity).unwrap()))
}

fn complete(_: &Numbered) -> Result<bool, ()> {
    Ok(true)
}

fn pending(_: &Numbered) -> Result<bool, ()> {
    Ok(false)
}

fn numbers(drained: Drained<Numbered, ()>) -> Vec<u32> {
    drained.complete.into_iter().map(|entry| entry.0).collect()
}

fn looks(books: &Shared) {
    assert!(books.counters().is_balanced(), "{:?}", books.counters());
}

#[test]
fn trf_43_two_drops_and_a_drain_release_each_entry_once() {
    loom::model(|| {
        let books = books(2);
        let droppers: Vec<_> = (0..2)
            .map(|number| {
                let books = Arc::clone(&books);
                thread::spawn(move || {
                    books.admit();
                    looks(&books);
                    let (kept, drained) = books.detach(Numbered(number), pending);
                    assert!(kept.is_none() && drained.complete.is_empty());
                })
            })
            .collect();
        let mut released = numbers(books.drain(complete));
        looks(&books);
        droppers.into_iter().for_each(|dropper| dropper.join().unwrap());
        released.extend(numbers(books.drain(complete)));
        released.sort_unstable();
        assert_eq!(released, [0, 1]);
        let counters = books.counters();
        assert_eq!((counters.admitted, counters.retired, counters.queued, counters.in_flight), (2, 2, 0, 0));
    });
}

#[test]
fn trf_41_a_full_queue_never_holds_more_than_its_capacity() {
    loom::model(|| {
        let books = books(1);
        let droppers: Vec<_> = (0..2)
            .map(|number| {
                let books = Arc::clone(&books);
                thread::spawn(move || {
                    books.admit();
                    let (kept, _) = books.detach(Numbered(number), pending);
                    let counters = books.counters();
                    assert!(counters.queued <= 1 && counters.is_balanced(), "{counters:?}");
                    usize::from(kept.is_some())
                })
            })
            .collect();
        let retained: usize = droppers.into_iter().map(|dropper| dropper.join().unwrap()).sum();
        let counters = books.counters();
        assert_eq!((retained, counters.retained, counters.queued), (1, 1, 1));
    });
}

#[test]
fn trf_53_a_blocking_drain_and_a_drain_that_never_waits_share_no_entry() {
    loom::model(|| {
        let books = books(2);
        for number in 0..2 {
            books.admit();
            assert!(books.detach(Numbered(number), pending).0.is_none());
        }
        let judge = {
            let books = Arc::clone(&books);
            thread::spawn(move || {
                let mut judged = Vec::new();
                while let Some(entry) = books.oldest() {
                    looks(&books);
                    books.end(Place::Queued, if entry.0 == 0 { End::Unproven } else { End::Retired });
                    judged.push(entry.0);
                }
                judged
            })
        };
        let mut seen = numbers(books.drain(complete));
        looks(&books);
        seen.extend(judge.join().unwrap());
        seen.sort_unstable();
        assert_eq!(seen, [0, 1]);
        let counters = books.counters();
        assert_eq!((counters.queued, counters.retired + counters.unproven), (0, 2));
    });
}
