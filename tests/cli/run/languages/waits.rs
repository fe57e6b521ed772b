// Readers and writers, and semaphores and buffers below, as they are written in Rust: std waits with futexes of its own, parks and spins.
// --cfg 'kind="..."' chooses one, --cfg faulty makes it wrong.
use std::collections::VecDeque;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering::*};
use std::sync::{mpsc, Arc, Condvar, Mutex, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::{self, Thread};
use std::time::Duration;

// --- readers and writers: a condition that is waited for with a timeout
#[cfg(kind = "timeout")]
#[derive(Default)]
pub struct Rw {
    m: Mutex<(u32, bool)>,
    c: Condvar,
}
#[cfg(kind = "timeout")]
impl Rw {
    fn until(&self, may: impl Fn(&(u32, bool)) -> bool, take: impl Fn(&mut (u32, bool))) {
        let mut g = self.m.lock().unwrap();
        while !may(&g) {
            g = self.c.wait_timeout(g, Duration::from_millis(50)).unwrap().0;
        }
        take(&mut g);
    }
    fn before_read(&self) {
        self.until(|s| !s.1, |s| s.0 += 1)
    }
    fn after_read(&self) {
        self.m.lock().unwrap().0 -= 1;
        self.c.notify_all();
    }
    fn before_write(&self) {
        self.until(|s| (cfg!(faulty) || s.0 == 0) && !s.1, |s| s.1 = true)
    }
    fn after_write(&self) {
        self.m.lock().unwrap().1 = false;
        self.c.notify_all();
    }
}

// --- threads that are parked, for good or for a while, and woken by those who leave; or that spin, and are parked for a moment
#[cfg(any(kind = "park", kind = "park_timeout", kind = "spin"))]
#[derive(Default)]
pub struct Rw {
    state: AtomicI32, // readers, or -1
    waiting: Mutex<Vec<Thread>>,
}
#[cfg(any(kind = "park", kind = "park_timeout", kind = "spin"))]
impl Rw {
    #[cfg(kind = "spin")]
    fn until(&self, take: impl Fn() -> bool) {
        let mut spins = 0;
        while !take() {
            spins += 1;
            match spins {
                0..=9 => (0..1 << spins).for_each(|_| std::hint::spin_loop()),
                10..=19 => thread::yield_now(),
                _ => thread::park_timeout(Duration::from_micros(100)),
            }
        }
    }
    #[cfg(not(kind = "spin"))]
    fn until(&self, take: impl Fn() -> bool) {
        while !take() {
            self.waiting.lock().unwrap().push(thread::current());
            if !cfg!(all(faulty, kind = "park")) && take() {
                break;
            }
            if cfg!(kind = "park") {
                thread::park();
            } else {
                thread::park_timeout(Duration::from_millis(100));
            }
        }
    }
    fn wake(&self) {
        for t in self.waiting.lock().unwrap().drain(..) {
            t.unpark();
        }
    }
    fn before_read(&self) {
        self.until(|| {
            let n = self.state.load(Acquire);
            n >= 0 && self.state.compare_exchange(n, n + 1, AcqRel, Relaxed).is_ok()
        });
    }
    fn after_read(&self) {
        if cfg!(all(faulty, not(kind = "park"))) {
            let n = self.state.load(Acquire);
            thread::yield_now();
            self.state.store(n - 1, Release);
        } else {
            self.state.fetch_sub(1, AcqRel);
        }
        self.wake();
    }
    fn before_write(&self) {
        self.until(|| self.state.compare_exchange(0, -1, AcqRel, Relaxed).is_ok());
    }
    fn after_write(&self) {
        self.state.store(0, Release);
        self.wake();
    }
}

// --- the lock of std, kept between calls: readers may wait for a writer that waits
#[cfg(kind = "rwlock")]
#[derive(Default)]
pub struct Rw {
    lock: RwLock<()>,
    readers: Mutex<Vec<RwLockReadGuard<'static, ()>>>,
    writer: Mutex<Option<RwLockWriteGuard<'static, ()>>>,
}
#[cfg(kind = "rwlock")]
impl Rw {
    fn lock(&self) -> &'static RwLock<()> {
        unsafe { &*(&self.lock as *const _) }
    }
    fn before_read(&self) {
        let g = self.lock().read().unwrap();
        self.readers.lock().unwrap().push(g);
    }
    fn after_read(&self) {
        let g = self.readers.lock().unwrap().pop();
        drop(g);
    }
    fn before_write(&self) {
        let g = if cfg!(faulty) { self.lock().try_write().ok() } else { self.lock().write().ok() };
        *self.writer.lock().unwrap() = g;
    }
    fn after_write(&self) {
        let g = self.writer.lock().unwrap().take();
        drop(g);
    }
}

// --- semaphores whose permits are given in turn: tickets; a queue of threads that are parked
#[cfg(kind = "ticket")]
pub struct Semaphore {
    m: Mutex<(u32, u64, u64)>, // permits, the next ticket, whose turn it is
    c: Condvar,
}
#[cfg(kind = "ticket")]
impl Semaphore {
    fn new(n: u32) -> Self {
        Semaphore { m: Mutex::new((n, 0, 0)), c: Condvar::new() }
    }
    fn acquire(&self) {
        let mut g = self.m.lock().unwrap();
        let mine = g.1;
        g.1 += 1;
        while g.0 == 0 || (!cfg!(faulty) && g.2 != mine) {
            g = self.c.wait(g).unwrap();
        }
        g.0 -= 1;
        g.2 += 1;
        self.c.notify_all();
    }
    fn release(&self) {
        self.m.lock().unwrap().0 += 1;
        self.c.notify_all();
    }
}
#[cfg(kind = "queue")]
pub struct Semaphore {
    m: Mutex<(u32, VecDeque<(Thread, Arc<AtomicUsize>)>)>,
}
#[cfg(kind = "queue")]
impl Semaphore {
    fn new(n: u32) -> Self {
        Semaphore { m: Mutex::new((n, VecDeque::new())) }
    }
    fn acquire(&self) {
        let mut g = self.m.lock().unwrap();
        if g.0 > 0 {
            g.0 -= 1;
            return;
        }
        let granted = Arc::new(AtomicUsize::new(0));
        g.1.push_back((thread::current(), granted.clone()));
        drop(g);
        while granted.load(Acquire) == 0 {
            thread::park_timeout(Duration::from_millis(200));
            if cfg!(faulty) {
                break; // it may have been the time
            }
        }
    }
    fn release(&self) {
        let mut g = self.m.lock().unwrap();
        match g.1.pop_front() {
            Some((t, granted)) => {
                granted.store(1, Release);
                t.unpark();
            }
            None => g.0 += 1,
        }
    }
}

// --- buffers: a channel of std; a spin lock
#[cfg(kind = "channel")]
pub struct Buffer {
    to: mpsc::SyncSender<i32>,
    from: Mutex<mpsc::Receiver<i32>>,
}
#[cfg(kind = "channel")]
impl Buffer {
    fn new(n: usize) -> Self {
        let (to, from) = mpsc::sync_channel(if cfg!(faulty) { n - 1 } else { n });
        Buffer { to, from: Mutex::new(from) }
    }
    fn put(&self, i: i32) {
        self.to.send(i).unwrap()
    }
    fn get(&self) -> i32 {
        self.from.lock().unwrap().recv().unwrap()
    }
}
#[cfg(kind = "spinlock")]
pub struct Buffer {
    locked: AtomicUsize,
    most: usize,
    items: std::cell::UnsafeCell<VecDeque<i32>>,
}
#[cfg(kind = "spinlock")]
impl Buffer {
    fn new(n: usize) -> Self {
        Buffer { locked: AtomicUsize::new(0), most: n, items: Default::default() }
    }
    fn until<T>(&self, take: impl Fn(&mut VecDeque<i32>) -> Option<T>) -> T {
        for spins in 1.. {
            while self.locked.swap(1, Acquire) == 1 {
                thread::yield_now();
            }
            let taken = take(unsafe { &mut *self.items.get() });
            if !cfg!(faulty) || taken.is_some() {
                self.locked.store(0, Release);
            }
            if let Some(taken) = taken {
                return taken;
            }
            if spins % 8 == 0 {
                thread::park_timeout(Duration::from_micros(50));
            } else {
                thread::yield_now();
            }
        }
        unreachable!()
    }
    fn put(&self, i: i32) {
        self.until(|q| (q.len() < self.most).then(|| q.push_back(i)))
    }
    fn get(&self) -> i32 {
        self.until(|q| q.pop_front())
    }
}

#[cfg(any(kind = "timeout", kind = "park", kind = "park_timeout", kind = "spin", kind = "rwlock"))]
mod exports {
    use super::Rw;
    #[no_mangle]
    extern "C" fn rw_new() -> *mut Rw {
        Box::into_raw(Box::new(Rw::default()))
    }
    #[no_mangle]
    unsafe extern "C" fn rw_free(p: *mut Rw) {
        drop(Box::from_raw(p))
    }
    #[no_mangle]
    unsafe extern "C" fn rw_before_read(p: *mut Rw) {
        (*p).before_read()
    }
    #[no_mangle]
    unsafe extern "C" fn rw_after_read(p: *mut Rw) {
        (*p).after_read()
    }
    #[no_mangle]
    unsafe extern "C" fn rw_before_write(p: *mut Rw) {
        (*p).before_write()
    }
    #[no_mangle]
    unsafe extern "C" fn rw_after_write(p: *mut Rw) {
        (*p).after_write()
    }
}
#[cfg(any(kind = "ticket", kind = "queue"))]
mod exports {
    use super::Semaphore;
    #[no_mangle]
    extern "C" fn semaphore_new(n: u32) -> *mut Semaphore {
        Box::into_raw(Box::new(Semaphore::new(n)))
    }
    #[no_mangle]
    unsafe extern "C" fn semaphore_free(p: *mut Semaphore) {
        drop(Box::from_raw(p))
    }
    #[no_mangle]
    unsafe extern "C" fn semaphore_acquire(p: *mut Semaphore) {
        (*p).acquire()
    }
    #[no_mangle]
    unsafe extern "C" fn semaphore_release(p: *mut Semaphore) {
        (*p).release()
    }
}
#[cfg(any(kind = "channel", kind = "spinlock"))]
mod exports {
    use super::Buffer;
    #[no_mangle]
    extern "C" fn buffer_new(n: i32) -> *mut Buffer {
        Box::into_raw(Box::new(Buffer::new(n as usize)))
    }
    #[no_mangle]
    unsafe extern "C" fn buffer_free(p: *mut Buffer) {
        drop(Box::from_raw(p))
    }
    #[no_mangle]
    unsafe extern "C" fn buffer_put(p: *mut Buffer, i: i32) {
        (*p).put(i)
    }
    #[no_mangle]
    unsafe extern "C" fn buffer_get(p: *mut Buffer) -> i32 {
        (*p).get()
    }
}
