use hosting::*;
use std::time::Instant;
use table::seed::Seed;
use table::{Observer, Seat, chance::quick};
use wire::Sitter;
struct S;
impl Seal for S {
    fn sign(&self, _: &str, _: &[&str]) -> String {
        "x".into()
    }
}
fn main() {
    let entry = shelf::find("kings-blood").unwrap();
    let options = entry.game.options(&serde_json::json!({"players":4,"scoring":"a","target":300})).unwrap();
    let sitters = (1..=4)
        .map(|n| Sitter::Person { id: format!("person{n:010}"), name: format!("Pale Raven {n}") })
        .collect();
    let (mut log, _) = Setup { entry, options, position: None, sitters, seed: Seed::from_number(1, 4) }
        .start("abcdefgh", Past::Recent, 1)
        .unwrap();
    let mut cache = FrameCache::default();
    let mut cursors: Vec<ConnectionCursor> = (0..4).map(|_| ConnectionCursor::default()).collect();
    let mut t = [0u128; 6];
    let (mut bytes, mut n) = (0usize, 0u32);
    let mut parts = [0usize; 8];
    let mut chance = quick(3);
    use table::chance::Chance;
    for step in 0..1500u64 {
        let Some(seat) = log.waiting().first() else { break };
        let codes: Vec<u32> = log.codes(seat).collect();
        let code = codes[chance.below(codes.len() as u32) as usize];
        let b = Instant::now();
        let e = log.play_for(seat, code, log.revision(), Hand::Sitter, step).unwrap();
        t[0] += b.elapsed().as_nanos();
        cache.pass(&log, Some(&e.what));
        for s in Seat::all(4) {
            let viewer = Viewer {
                observer: Observer::Seat(s),
                person: format!("person{:010}", s.number()),
                detail: Detail::Page,
            };
            let mut out = Vec::new();
            let b = Instant::now();
            cache.frame(
                &RenderContext { log: &log, present: Present::default(), seal: &S, now: step },
                &viewer,
                &mut cursors[s.index()],
                &mut out,
            );
            t[1] += b.elapsed().as_nanos();
            bytes += out.len();
            n += 1;
            let b = Instant::now();
            let v = log.view(Observer::Seat(s)).unwrap();
            t[2] += b.elapsed().as_nanos();
            let b = Instant::now();
            let j = serde_json::to_string(&v).unwrap();
            t[3] += b.elapsed().as_nanos();
            let b = Instant::now();
            std::hint::black_box(log.info(&viewer.person, Present::default(), &S));
            t[4] += b.elapsed().as_nanos();
            parts[0] += j.len();
            parts[1] += serde_json::to_string(&v.scene.zones).unwrap().len();
            parts[2] += serde_json::to_string(&v.scene.tree).unwrap().len();
            parts[3] += serde_json::to_string(&v.options).unwrap().len();
            parts[4] += serde_json::to_string(&v.scene.seats).unwrap().len();
            parts[5] += v.scene.zones.iter().map(|z| z.pieces.len()).sum::<usize>();
            parts[6] += v.options.len();
        }
    }
    println!(
        "{n} frames, {} bytes each; us/action play {:.1}; us/frame: frame {:.1} view {:.1} json {:.1} info {:.1}; avg parts {:?}",
        bytes / n as usize,
        t[0] as f64 / 1000. / (n as f64 / 4.),
        t[1] as f64 / 1000. / n as f64,
        t[2] as f64 / 1000. / n as f64,
        t[3] as f64 / 1000. / n as f64,
        t[4] as f64 / 1000. / n as f64,
        parts.map(|p| p / n as usize)
    );
}
