//! [`LargePages`]: memory of which the system hands out large buffers in large pages. In small ones a picture's buffers are thousands, each of
//! which costs a fault when it is first touched: a quarter of a single picture's time. Knows nothing of what is held.
#![allow(unsafe_code)]
use std::alloc::{GlobalAlloc, Layout, System};

/// A large page, bytes: of x86-64, and of most aarch64. Where it is another, all is as it would be without.
const PAGE: usize = 2 << 20;
/// What the system's allocator may need of its last page for itself, bytes.
const OWN: usize = 64;

/// The system's allocator, which asks for large pages where the system gives them when it is asked (Linux).
pub struct LargePages;

// SAFETY: all memory is the system allocator's, asked for as is, or larger.
unsafe impl GlobalAlloc for LargePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = whole(layout.size());
        ask(unsafe { System.alloc(sized(layout, size)) }, size)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let size = whole(layout.size());
        ask(unsafe { System.alloc_zeroed(sized(layout, size)) }, size)
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, sized(layout, whole(layout.size()))) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let size = whole(size);
        ask(unsafe { System.realloc(at, sized(layout, whole(layout.size())), size) }, size)
    }
}

/// The size to ask for: up to whole large pages where little is lost by it, which is when the system lays a buffer at the begin of one.
fn whole(size: usize) -> usize {
    if size < PAGE || cfg!(not(target_os = "linux")) {
        return size;
    }
    // A buffer of more bytes than that there is not.
    let most = isize::MAX as usize - PAGE;
    let whole = (size.min(most) + OWN).next_multiple_of(PAGE) - OWN;
    if (size..=size + size / 16).contains(&whole) { whole } else { size }
}

fn sized(layout: Layout, size: usize) -> Layout {
    Layout::from_size_align(size, layout.align()).unwrap_or(layout)
}

/// Asks for large pages for what lies there.
#[cfg(target_os = "linux")]
#[inline]
fn ask(at: *mut u8, size: usize) -> *mut u8 {
    use nix::sys::mman::{MmapAdvise, madvise};
    use std::ptr::NonNull;
    const SMALL: usize = 4096;
    if size >= PAGE - OWN
        && let Some(page) = NonNull::new(at.map_addr(|at| at & !(SMALL - 1)))
    {
        // SAFETY: advice on pages that hold memory of ours; it changes nothing of what is in them. That it is not taken is no fault.
        let _ = unsafe { madvise(page.cast(), size, MmapAdvise::MADV_HUGEPAGE) };
    }
    at
}

#[cfg(not(target_os = "linux"))]
fn ask(at: *mut u8, _: usize) -> *mut u8 {
    at
}
