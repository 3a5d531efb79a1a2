//! Plays Capt'n Eli with a family of players, to measure the cards and the storm against the goals of CE-3 (f):
//!
//!     python -m tools.captn_eli cards > tools/captn_eli/cards.rs   # the set, after a change
//!     rustc -O tools/captn_eli/main.rs -o /tmp/eli
//!     python -m tools.captn_eli games 500 | /tmp/eli check         # agrees with the engine, move by move
//!     /tmp/eli family games=640 cards=1                            # 16 players; storm=8 tries another number
//!     /tmp/eli starters games=400
//!
//! Seed 21, with the cards of rules version 2: 16 players of two to four plies, half of them mirrors, 640 games each
//! (10,240; nobody had looked at them before the cards were chosen). The worst decile is in brackets:
//!
//! - becalmed 3.0% (6.1%; goal at most 20%), draws 0.3% (0.9%; 4%), quiet turns 22.9% of all plies (24.5%; 25%)
//! - median of plies 40.4 (35; goal 40-80): more quiet turns before the storm lengthen games, but miss the goal for
//!   quiet turns: with 8 they are about 2% more, and games about 1.5 plies longer
//! - first seat 49.7% (goal 48-52%), supports 44.2-57.6% (40-60%)
//! - characters 43.0-56.8% (44-56%): Capt'n Eli, whose values are published, 43.0%, Admiral Quill 56.8%
//! - starters 400 games each: 40.9-57.7% (42-58%): home guard against broadside 40.9%
//!
//! By the same players, version 1 ended becalmed in 42% of games (worst decile 58%), and 63% of plies were quiet.

mod cards;
mod rules;

use cards::STARTERS;
use rules::*;
use std::env;
use std::io::{self, BufRead};

// ---- the family of players
#[derive(Clone, Copy, Debug)]
pub struct Weights { card: f64, c: f64, d: f64, down: f64, held: f64, marked: f64, on_char: f64, on_support: f64, tempo: f64, safety: f64, cover: f64, depth: u32 }
pub fn draw_weights(seed: u64, depth: u32) -> Weights {
    let mut g = Rng::new(seed.wrapping_mul(7919) + 17);
    let mut u = |a: f64, b: f64| a + (b - a) * g.unit();
    Weights { card: u(5.0, 14.0), c: u(0.5, 4.0), d: u(0.5, 4.0), down: u(0.0, 5.0), held: u(-2.0, 3.0), marked: u(2.0, 10.0), on_char: u(2.0, 10.0), on_support: u(0.5, 5.0), tempo: u(1.0, 2.5), safety: u(-1.0, 3.0), cover: u(0.0, 2.0), depth }
}
const WON: f64 = 10_000.0;
fn value(s: &State, r: &Rules, w: &Weights, me: u8) -> f64 {
    if let Some((_, win)) = s.outcome { let v = win as f64 * WON; return if me == 0 { v } else { -v }; }
    let b = Board::new(s);
    let mut worth = [0.0f64; 2];
    let mut lines = Vec::with_capacity(4);
    for p in 0..2u8 { for &c in s.hand(p) { let k = card(c); worth[p as usize] += w.card + w.held + w.c * k.c as f64 + w.d * k.d as f64; } }
    for (i, l) in s.lying().iter().enumerate() {
        let k = card(l.card);
        let mut v = w.card + w.c * k.c as f64 + w.d * k.d as f64;
        if l.marked { v -= w.marked; }
        if !l.up { v += w.down; } else {
            s.lines(r, &b, i, &mut lines);
            let mut pts = 0.0;
            for ln in lines.iter() { if s.attack(r, &b, i, ln) > s.defence(&b, ln.target) { pts += if card(s.grid[ln.target].card).ty == CHARACTER { w.on_char } else { w.on_support }; } }
            v += pts * if s.asked == l.owner { w.tempo } else { 1.0 };
        }
        if k.ty == CHARACTER {
            for c in beside((l.x, l.y)) { if let Some(j) = b.get(c) { let o = &s.grid[j]; if o.owner != l.owner { v -= w.safety; } else { v += w.cover * 0.5; } } }
        }
        worth[l.owner as usize] += v;
    }
    worth[me as usize] - worth[1 - me as usize]
}
fn rank(m: &Move) -> u8 { match m { Move::Challenge(..) => 0, Move::Flip(_) => 2, Move::Place(..) => 3, Move::Shift(..) => 4, _ => 1 } }
struct Search<'a> { r: &'a Rules, w: &'a Weights, me: u8, nodes: u64, pool: Vec<Vec<Move>> }
impl<'a> Search<'a> {
    fn worth(&mut self, s: &State, depth: u32, mut low: f64, mut high: f64) -> f64 {
        self.nodes += 1;
        if s.outcome.is_some() { return value(s, self.r, self.w, self.me) * (1.0 + 0.0001 * depth as f64); }
        if depth == 0 { return value(s, self.r, self.w, self.me); }
        let mine = s.asked == self.me;
        let mut best = if mine { -1e9 } else { 1e9 };
        let mut moves = self.pool.pop().unwrap_or_default();
        s.moves(self.r, &mut moves);
        moves.sort_by_key(rank);
        for k in 0..moves.len() {
            let mut a = *s; a.play(self.r, moves[k]);
            let v = self.worth(&a, depth - 1, low, high);
            if mine { if v > best { best = v; } if best > low { low = best; } } else { if v < best { best = v; } if best < high { high = best; } }
            if low >= high { break; }
        }
        self.pool.push(moves);
        best
    }
}
// Redeal what the seat cannot see, as games/titles/captn_eli/resample.py does with the option `all`.
pub fn random_squad(g: &mut Rng) -> [u8; 4] {
    let chars: Vec<u8> = (0..36).filter(|&i| card(i).ty == CHARACTER).collect();
    let c = chars[g.below(chars.len())];
    let mut cand: Vec<u8> = (0..36).filter(|&i| card(i).ty != CHARACTER).collect();
    if card(c).kw & STACKED != 0 { cand.push(c + 36); cand.push(c + 72); }
    loop {
        g.shuffle(&mut cand);
        let mut n = [0; 4];
        for &x in &cand[..3] { n[card(x).ty as usize] += 1; }
        if n.iter().all(|&x| x <= 2) {
            let mut s = [c, cand[0], cand[1], cand[2]]; let mut next = c;
            for x in s[1..].iter_mut() { if card(*x).ty == CHARACTER { next += 36; *x = next; } }
            return s;
        }
    }
}
fn resample(s: &State, me: u8, g: &mut Rng) -> State {
    let o = 1 - me; let mut t = *s;
    let own: Vec<usize> = (0..s.n as usize).filter(|&i| s.grid[i].owner == o).collect();
    let mut seen: Vec<u8> = own.iter().filter(|&&i| s.grid[i].seen).map(|&i| s.grid[i].card).collect();
    seen.extend_from_slice(&s.removed[o as usize][..s.gone[o as usize] as usize]);
    let known_base = seen.iter().find(|&&c| card(c).ty == CHARACTER).map(|&c| orig(c));
    let copies = seen.iter().filter(|&&c| card(c).ty == CHARACTER).count();
    let sup: Vec<u8> = seen.iter().cloned().filter(|&c| card(c).ty != CHARACTER).collect();
    let laid: Vec<usize> = own.iter().cloned().filter(|&i| !s.grid[i].seen).collect();
    let must_lie = s.phase == Phase::Reveal && s.seat == o && !own.iter().any(|&i| { let l = &s.grid[i]; l.seen && !l.up && Some(orig(l.card)) == known_base });
    let must_help = known_base.is_none() && own.iter().all(|&i| s.grid[i].up) && !own.is_empty();
    let base = known_base.unwrap_or_else(|| { let v: Vec<u8> = (0..36).filter(|&i| card(i).ty == CHARACTER).collect(); v[g.below(v.len())] });
    let max_c = if card(base).kw & STACKED != 0 { 3 } else { 1 };
    let least = (copies + must_lie as usize).max(1);
    let most = max_c.min(4 - sup.len() - must_help as usize).max(least);
    let n = least + g.below(most - least + 1);
    let mut hidden: Vec<u8> = Vec::new();
    let used: Vec<u8> = seen.iter().filter(|&&c| card(c).ty == CHARACTER).cloned().collect();
    let mut ids: Vec<u8> = (0..3u8).map(|k| base + 36 * k).filter(|c| !used.contains(c)).collect();
    ids.truncate(n - copies);
    let need = 4 - n - sup.len();
    let mut chosen = sup.clone();
    for _ in 0..need {
        let free: Vec<u8> = (0..36).filter(|&i| card(i).ty != CHARACTER && !chosen.contains(&i) && chosen.iter().filter(|&&x| card(x).ty == card(i).ty).count() < 2).collect();
        let x = free[g.below(free.len())]; chosen.push(x); hidden.push(x);
    }
    let mut forced: Vec<u8> = Vec::new();
    if must_lie { forced.push(ids.remove(0)); }
    let mut rest: Vec<u8> = ids.into_iter().chain(hidden).collect();
    // CE-18 (c): a seat whose face-down cards are none may not hold only copies.
    g.shuffle(&mut rest);
    let k = laid.len() - forced.len();
    let mut on: Vec<u8> = forced.into_iter().chain(rest[..k].iter().cloned()).collect();
    g.shuffle(&mut on);
    let mut held: Vec<u8> = rest[k..].to_vec();
    held.sort_by_key(|&c| if card(c).ty == CHARACTER { (0, c) } else { (1, 0) });
    for (i, c) in laid.iter().zip(on) { t.grid[*i].card = c; }
    t.base[o as usize] = base;
    for (i, c) in held.iter().enumerate() { t.hands[o as usize][i] = *c; }
    t
}
fn choose(s: &State, r: &Rules, w: &Weights, g: &mut Rng) -> Move {
    let me = s.asked;
    let mut moves = Vec::new(); s.moves(r, &mut moves);
    if moves.len() == 1 { return moves[0]; }
    g.shuffle(&mut moves);
    moves.sort_by_key(rank);
    let world = resample(s, me, g);
    let mut se = Search { r, w, me, nodes: 0, pool: Vec::new() };
    let mut best = -1e9; let mut at = 0;
    let mut ties = 1;
    for (k, m) in moves.iter().enumerate() {
        let mut a = world; a.play(r, *m);
        let v = se.worth(&a, w.depth - 1, best - 1e-6, 1e9);
        if v > best + 1e-9 { best = v; at = k; ties = 1; } else if (v - best).abs() <= 1e-9 { ties += 1; if g.below(ties) == 0 { at = k; } }
    }
    moves[at]
}
pub struct Result { why: Reason, win: i8, plies: u32, quiet: u32, last_quarter: f64 }
pub fn game(squads: &[[u8; 4]; 2], r: &Rules, w: [&Weights; 2], g: &mut Rng) -> Result {
    let mut s = State::new(squads);
    let mut plies = 2; let mut quiets: Vec<bool> = Vec::new();
    while s.outcome.is_none() {
        let m = choose(&s, r, w[s.asked as usize], g);
        quiets.push(matches!(m, Move::Shift(..)));
        s.play(r, m); plies += 1;
        if plies > 900 { return Result { why: Reason::Becalmed, win: 0, plies, quiet: quiets.iter().filter(|&&q| q).count() as u32, last_quarter: 1.0 }; }
    }
    let (why, win) = s.outcome.unwrap();
    let q = quiets.len() * 3 / 4;
    Result { why, win, plies, quiet: quiets.iter().filter(|&&q| q).count() as u32, last_quarter: quiets[q..].iter().filter(|&&x| x).count() as f64 / (quiets.len() - q).max(1) as f64 }
}

fn rules(args: &[String]) -> Rules { Rules { storm: opt(args, "storm", STORM.storm as u64) as i32 } }
fn opt(args: &[String], k: &str, d: u64) -> u64 { args.iter().find_map(|a| a.strip_prefix(&format!("{}=", k)).map(|v| v.parse().unwrap())).unwrap_or(d) }

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.first().map(|s| s.as_str()) {
        Some("check") => check(&args),
        Some("family") => family(&args),
        Some("starters") => starters(&args),
        _ => eprintln!("check | family | starters"),
    }
}
// Read games as lines: "squads a b c d e f g h", then "legal m1;m2;...", "play m", "digest ..."; compare each.
fn check(args: &[String]) {
    let r = rules(args);
    let mut s = State::new(&[[0; 4]; 2]); let (mut games, mut plies) = (0, 0); let mut line_no = 0;
    for line in io::stdin().lock().lines() {
        let line = line.unwrap(); line_no += 1;
        let (head, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match head {
            "squads" => { let ids: Vec<u8> = rest.split(' ').map(id_of).collect(); s = State::new(&[[ids[0], ids[1], ids[2], ids[3]], [ids[4], ids[5], ids[6], ids[7]]]); games += 1; }
            "legal" => { let mut ms = Vec::new(); s.moves(&r, &mut ms); let mut t: Vec<String> = ms.iter().map(text).collect(); t.sort(); let mut e: Vec<&str> = rest.split(';').collect(); e.sort();
                if t != e { println!("line {}: legal differ\nrust {:?}\npython {:?}\n{}", line_no, t, e, s.digest()); return; } }
            "play" => { let mut ms = Vec::new(); s.moves(&r, &mut ms); let m = ms.iter().find(|m| text(m) == rest).unwrap_or_else(|| panic!("line {} {}", line_no, rest)); s.play(&r, *m); plies += 1; }
            "digest" => { if s.digest() != rest { println!("line {}: state differs\nrust   {}\npython {}", line_no, s.digest(), rest); return; } }
            _ => {}
        }
    }
    println!("{} games, {} plies agree", games, plies);
}
fn family(args: &[String]) {
    let r = rules(args);
    let players = opt(args, "players", 16); let games = opt(args, "games", 60); let seed = opt(args, "seed", 1); let depth = opt(args, "depth", 0); let verbose = opt(args, "v", 0) > 0;
    let first = opt(args, "first", 0);
    let mut tot = Totals::new(); let mut rows: Vec<[f64; 6]> = Vec::new();
    for p in first..first + players {
        let d = if depth > 0 { depth as u32 } else { 2 + (p % 3) as u32 };
        let a = draw_weights(seed * 1000 + p, d);
        // Every other player meets itself, the others meet the next one of another depth.
        let b = if p % 2 == 0 { a } else { draw_weights(seed * 1000 + (p + 7) % players.max(1), if depth > 0 { depth as u32 } else { 2 + ((p + 1) % 3) as u32 }) };
        let mut t = Totals::new();
        for n in 0..games {
            let mut g = Rng::new(seed * 1_000_003 + p * 10_007 + n);
            let squads = [random_squad(&mut g), random_squad(&mut g)];
            let res = if n % 2 == 0 { game(&squads, &r, [&a, &b], &mut g) } else { game(&squads, &r, [&b, &a], &mut g) };
            t.add(&res, &squads); tot.add(&res, &squads);
        }
        if verbose { eprintln!("player {:2} depth {}{} {}", p, d, if p % 2 == 0 { " mirror" } else { "" }, t.line()); }
        rows.push(t.row());
    }
    println!("{:?}", r);
    println!("all: {}", tot.line());
    // The worst decile: sorted by each measure, the value that nine tenths of the players do not exceed.
    let names = ["becalmed%", "draws%", "quiet%", "median", "firstseat%", "lastq%"];
    for k in 0..6 {
        let mut v: Vec<f64> = rows.iter().map(|x| x[k]).collect(); v.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let at = ((v.len() as f64 * 0.9).ceil() as usize).min(v.len()) - 1;
        print!("{} mean {:.1} worst-decile {:.1} (low {:.1} max {:.1}) | ", names[k], v.iter().sum::<f64>() / v.len() as f64, v[at], v[(v.len() as f64 * 0.1) as usize], v[v.len() - 1]);
    }
    println!();
    if opt(args, "cards", 0) > 0 { tot.cards(); }
}
struct Totals { n: u32, why: [u32; 4], draws: u32, first: f64, plies: Vec<u32>, quiet: u64, all: u64, lastq: f64, squads: [u32; 36], pts: [f64; 36] }
impl Totals {
    fn new() -> Totals { Totals { n: 0, why: [0; 4], draws: 0, first: 0.0, plies: vec![], quiet: 0, all: 0, lastq: 0.0, squads: [0; 36], pts: [0.0; 36] } }
    fn add(&mut self, x: &Result, squads: &[[u8; 4]; 2]) {
        self.n += 1; self.why[x.why as usize] += 1; self.draws += (x.win == 0) as u32; self.first += (x.win as f64 + 1.0) / 2.0; self.plies.push(x.plies); self.quiet += x.quiet as u64; self.all += x.plies as u64; self.lastq += x.last_quarter;
        for p in 0..2 { let mut set: Vec<u8> = squads[p].iter().map(|&c| orig(c)).collect(); set.sort(); set.dedup(); let s = (x.win as f64 + 1.0) / 2.0; for c in set { self.squads[c as usize] += 1; self.pts[c as usize] += if p == 0 { s } else { 1.0 - s }; } }
    }
    fn row(&self) -> [f64; 6] {
        let n = self.n as f64; let mut v = self.plies.clone(); v.sort();
        [100.0 * self.why[3] as f64 / n, 100.0 * self.draws as f64 / n, 100.0 * self.quiet as f64 / self.all as f64, v[v.len() / 2] as f64, 100.0 * self.first / n, 100.0 * self.lastq / n]
    }
    fn line(&self) -> String {
        let r = self.row(); let n = self.n as f64; let mut v = self.plies.clone(); v.sort();
        format!("{} games: becalmed {:.1}% character {:.1} no-cards {:.1} in-hand {:.1} draws {:.1}% first {:.1}% quiet {:.1}% (last quarter {:.1}) plies median {} p10 {} p90 {} max {}", self.n, r[0], 100.0 * self.why[0] as f64 / n, 100.0 * self.why[1] as f64 / n, 100.0 * self.why[2] as f64 / n, r[1], r[4], r[2], r[5], r[3], v[v.len() / 10], v[v.len() * 9 / 10], v[v.len() - 1])
    }
    fn cards(&self) {
        for ty in 0..4u8 { let mut v: Vec<(f64, u8)> = (0..36u8).filter(|&i| card(i).ty == ty).map(|i| (100.0 * self.pts[i as usize] / self.squads[i as usize].max(1) as f64, i)).collect(); v.sort_by(|a, b| a.partial_cmp(b).unwrap());
            println!("{}: {}", ["character", "vehicle", "location", "gadget"][ty as usize], v.iter().map(|(p, i)| format!("{} {:.1}", card(*i).name, p)).collect::<Vec<_>>().join(", ")); }
    }
}
fn starters(args: &[String]) {
    let r = rules(args); let games = opt(args, "games", 100); let players = opt(args, "players", 16); let seed = opt(args, "seed", 1);
    let list = STARTERS;
    for i in 0..list.len() { for j in i + 1..list.len() {
        let mut pts = 0.0; let mut n = 0.0; let mut low = 100.0f64; let mut high = 0.0f64;
        for p in 0..players { let d = 2 + (p % 3) as u32; let a = draw_weights(seed * 1000 + p, d); let mut mine = 0.0; let per = games / players + 1;
            for k in 0..per { let mut g = Rng::new(seed * 77 + p * 1009 + k + (i * 10 + j) as u64 * 100_003);
                let sq = if k % 2 == 0 { [list[i], list[j]] } else { [list[j], list[i]] };
                let x = game(&sq, &r, [&a, &a], &mut g); let s = (x.win as f64 + 1.0) / 2.0; let s = if k % 2 == 0 { s } else { 1.0 - s }; mine += s; pts += s; n += 1.0; }
            let m = 100.0 * mine / per as f64; low = low.min(m); high = high.max(m); }
        println!("{} against {}: {:.1}% of {} ({:.0} to {:.0})", i, j, 100.0 * pts / n, n, low, high);
    } }
}
