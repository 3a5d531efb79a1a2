//! A fast copy of the rules of Capt'n Eli: docs/rules/captn-eli.md. `eli check` compares it with the engine.

use crate::cards::{Card, CARDS};

pub const CHARACTER: u8 = 0;
pub const VEHICLE: u8 = 1;
pub const LOCATION: u8 = 2;
pub const GADGET: u8 = 3;
pub const SACRIFICE: u8 = 1;
pub const MYSTIC: u8 = 2;
pub const TENACIOUS: u8 = 4;
pub const STACKED: u8 = 8;

/// What can be tried without changing the cards. `STORM` is the rule.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub storm: i32, // quiet turns in the whole game that bring the storm
}
pub const STORM: Rules = Rules { storm: 7 };
const PUSH: i32 = 9;

// ---- randomness
#[derive(Clone)]
pub struct Rng(u64);
impl Rng {
    pub fn new(seed: u64) -> Rng { let mut r = Rng(seed.wrapping_mul(0x9E3779B97F4A7C15) ^ 0xD1B54A32D192ED03); r.next(); r.next(); r }
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E3779B97F4A7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58476D1CE4E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D049BB133111EB);
        z ^ (z >> 31)
    }
    pub fn below(&mut self, n: usize) -> usize { ((self.next() >> 11) as usize) % n }
    pub fn unit(&mut self) -> f64 { (self.next() >> 11) as f64 / (1u64 << 53) as f64 }
    pub fn shuffle<T>(&mut self, xs: &mut [T]) { for i in (1..xs.len()).rev() { let j = self.below(i + 1); xs.swap(i, j); } }
}

// ---- state
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lying { pub x: i8, pub y: i8, pub owner: u8, pub card: u8, pub up: bool, pub seen: bool, pub marked: bool, pub mystic_used: bool, pub sac_used: bool }
pub const NIL: Lying = Lying { x: 0, y: 0, owner: 9, card: 0, up: false, seen: false, marked: false, mystic_used: false, sac_used: false };

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase { Turn, Reveal, Mystic, Sacrifice, Over }
pub type Cell = (i8, i8);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move { Place(u8, Cell), Wedge(u8, Cell), Flip(Cell), Shift(Cell, Cell), Challenge(Cell, Cell), Sacrifice(Option<Cell>), Mystic(Cell), Reveal(Cell) }

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason { Character, NoCards, InHand, Becalmed }

#[derive(Clone, Copy)]
pub struct State {
    pub phase: Phase, pub seat: u8, pub asked: u8, pub turn: u16, pub quiet: i32,
    pub base: [u8; 2], pub hands: [[u8; 4]; 2], pub held: [u8; 2],
    pub grid: [Lying; 8], pub n: u8,
    pub removed: [[u8; 4]; 2], pub gone: [u8; 2],
    pub mystic: Option<Cell>, pub duel: Option<(Cell, Cell)>,
    pub outcome: Option<(Reason, i8)>, // +1: seat 0 won, -1: seat 1 won, 0: draw
}

#[inline] pub fn orig(card: u8) -> u8 { card % 36 }
#[inline] pub fn card(id: u8) -> &'static Card { &CARDS[(id % 36) as usize] }
#[inline] fn ahead(seat: u8) -> i8 { if seat == 1 { 1 } else { -1 } }

// Taken cells as a small board around the box: index by offset from the minimum minus 4.
pub struct Board { at: [[u8; 16]; 16], ox: i8, oy: i8, pub x0: i8, pub x1: i8, pub y0: i8, pub y1: i8 }
impl Board {
    pub fn new(s: &State) -> Board {
        let (mut x0, mut x1, mut y0, mut y1) = (127i8, -128i8, 127i8, -128i8);
        for l in &s.grid[..s.n as usize] { x0 = x0.min(l.x); x1 = x1.max(l.x); y0 = y0.min(l.y); y1 = y1.max(l.y); }
        if s.n == 0 { x0 = 0; x1 = 0; y0 = 0; y1 = 0; }
        let mut b = Board { at: [[255; 16]; 16], ox: x0 - 5, oy: y0 - 5, x0, x1, y0, y1 };
        for (i, l) in s.grid[..s.n as usize].iter().enumerate() { b.at[(l.y - b.oy) as usize][(l.x - b.ox) as usize] = i as u8; }
        b
    }
    #[inline] pub fn get(&self, c: Cell) -> Option<usize> {
        let (x, y) = ((c.0 - self.ox) as usize, (c.1 - self.oy) as usize);
        if x >= 16 || y >= 16 { return None; }
        let v = self.at[y][x];
        if v == 255 { None } else { Some(v as usize) }
    }
}
#[inline] pub fn beside(c: Cell) -> [Cell; 4] { [(c.0, c.1 - 1), (c.0 + 1, c.1), (c.0, c.1 + 1), (c.0 - 1, c.1)] }

pub struct Line { pub target: usize, pub through: [u8; 4], pub k: usize }

impl State {
    pub fn new(squads: &[[u8; 4]; 2]) -> State {
        let mut s = State { phase: Phase::Turn, seat: 0, asked: 0, turn: 0, quiet: 0, base: [orig(squads[0][0]), orig(squads[1][0])],
            hands: [[255; 4]; 2], held: [4, 4], grid: [NIL; 8], n: 0, removed: [[255; 4]; 2], gone: [0, 0], mystic: None, duel: None, outcome: None };
        for p in 0..2 {
            let mut h = squads[p].to_vec();
            h.sort_by_key(|&c| if card(c).ty == CHARACTER { (0, c) } else { (1, 0) });
            s.hands[p].copy_from_slice(&h);
        }
        s
    }
    pub fn idx(&self, c: Cell) -> Option<usize> { self.grid[..self.n as usize].iter().position(|l| (l.x, l.y) == c) }
    pub fn hand(&self, p: u8) -> &[u8] { &self.hands[p as usize][..self.held[p as usize] as usize] }
    pub fn lying(&self) -> &[Lying] { &self.grid[..self.n as usize] }

    pub fn stormy(&self, r: &Rules) -> bool { self.quiet >= r.storm }

    fn along(&self, b: &Board, i: usize, step: i8, is_char: bool) -> Option<Line> {
        let me = self.grid[i];
        let mut line = Line { target: 0, through: [0; 4], k: 0 };
        let (x, mut y) = (me.x, me.y);
        loop {
            y += step;
            let j = b.get((x, y))?;
            let o = &self.grid[j];
            if o.owner != me.owner { line.target = j; return Some(line); }
            if !is_char || !o.up { return None; }
            let c = card(o.card);
            if !(c.ty == VEHICLE || c.kw & STACKED != 0) { return None; }
            line.through[line.k] = j as u8; line.k += 1;
        }
    }
    pub fn lines(&self, r: &Rules, b: &Board, i: usize, out: &mut Vec<Line>) {
        out.clear();
        let me = self.grid[i];
        if !me.up { return; }
        let c = card(me.card);
        if c.ty > VEHICLE { return; }
        let is_char = c.ty == CHARACTER;
        for step in [-1, 1] { if let Some(l) = self.along(b, i, step, is_char) { out.push(l); } }
        if is_char && (self.stormy(r) || c.kw & STACKED == 0) {
            for dx in [-1, 1] {
                if let Some(j) = b.get((me.x + dx, me.y)) { if self.grid[j].owner != me.owner { out.push(Line { target: j, through: [0; 4], k: 0 }); } }
            }
        }
    }
    fn helpers(&self, b: &Board, i: usize, ty: u8, def: bool) -> i32 {
        let me = self.grid[i];
        let mut sum = 0;
        for c in beside((me.x, me.y)) { if let Some(j) = b.get(c) { let o = &self.grid[j]; let k = card(o.card); if o.up && o.owner == me.owner && k.ty == ty { sum += if def { k.d } else { k.c }; } } }
        sum
    }
    pub fn attack(&self, r: &Rules, b: &Board, i: usize, l: &Line) -> i32 {
        let me = self.grid[i]; let c = card(me.card);
        let mut sum = c.c;
        if c.ty == CHARACTER {
            for t in 0..l.k { sum += card(self.grid[l.through[t] as usize].card).c; }
            sum += self.helpers(b, i, GADGET, false);
        }
        if self.stormy(r) { sum + PUSH } else { sum }
    }
    pub fn defence(&self, b: &Board, j: usize) -> i32 {
        let c = card(self.grid[j].card);
        c.d + if c.ty == CHARACTER { self.helpers(b, j, LOCATION, true) } else { 0 }
    }
    fn targets(&self, r: &Rules, b: &Board, i: usize, lines: &mut Vec<Line>, mut f: impl FnMut(Cell)) {
        self.lines(r, b, i, lines);
        for l in lines.iter() { let t = &self.grid[l.target]; if !t.up || self.attack(r, b, i, l) > self.defence(b, l.target) { f((t.x, t.y)); } }
    }
    fn steps(&self, r: &Rules, b: &Board, i: usize, mut f: impl FnMut(Cell)) {
        let me = self.grid[i];
        let (mut x0, mut x1, mut y0, mut y1) = (127i8, -128i8, 127i8, -128i8);
        for (k, l) in self.lying().iter().enumerate() { if k != i { x0 = x0.min(l.x); x1 = x1.max(l.x); y0 = y0.min(l.y); y1 = y1.max(l.y); } }
        let near = self.stormy(r); let now = if near { self.gap(me.owner, (me.x, me.y)) } else { 0 };
        for c in beside((me.x, me.y)) {
            if b.get(c).is_some() { continue; }
            if self.n > 1 && !(c.0 > x1 - 3 && c.0 < x0 + 3 && c.1 > y1 - 4 && c.1 < y0 + 4) { continue; }
            if near && self.gap(me.owner, c) >= now { continue; }
            f(c);
        }
    }
    fn gap(&self, p: u8, c: Cell) -> i32 { self.lying().iter().filter(|l| l.owner != p).map(|l| (l.x - c.0).abs() as i32 + (l.y - c.1).abs() as i32).min().unwrap_or(99) }
    pub fn moves(&self, r: &Rules, out: &mut Vec<Move>) {
        out.clear();
        match self.phase {
            Phase::Over => {}
            Phase::Turn => self.actions(r, out),
            Phase::Reveal => for l in self.lying() { if l.owner == self.asked && !l.up && orig(l.card) == self.base[self.asked as usize] { out.push(Move::Reveal((l.x, l.y))); } },
            Phase::Mystic => for l in self.lying() { if l.owner != self.asked && l.up { out.push(Move::Mystic((l.x, l.y))); } },
            Phase::Sacrifice => {
                let b = Board::new(self);
                let t = self.idx(self.duel.unwrap().1).unwrap();
                for c in beside(self.duel.unwrap().1) { if let Some(j) = b.get(c) { if self.grid[j].owner == self.grid[t].owner { out.push(Move::Sacrifice(Some(c))); } } }
                out.push(Move::Sacrifice(None));
            }
        }
    }
    fn actions(&self, r: &Rules, out: &mut Vec<Move>) {
        let b = Board::new(self);
        let p = self.seat;
        let mut cards: [u8; 4] = [0; 4]; let mut k = 0;
        for &c in self.hand(p) { if !cards[..k].iter().any(|&o| orig(o) == orig(c)) { cards[k] = c; k += 1; } }
        if k > 0 {
            if self.n == 0 { for &c in &cards[..k] { out.push(Move::Place(c, (0, 0))); } }
            else {
                for y in (b.y1 - 3)..=(b.y0 + 3) { for x in (b.x1 - 2)..=(b.x0 + 2) {
                    if b.get((x, y)).is_some() { continue; }
                    if beside((x, y)).iter().any(|&c| b.get(c).is_some()) { for &c in &cards[..k] { out.push(Move::Place(c, (x, y))); } }
                } }
            }
            if b.y1 - b.y0 + 1 < 4 {
                for l in self.lying() { if l.owner == p && b.get((l.x, l.y + ahead(p))).is_some() { for &c in &cards[..k] { out.push(Move::Wedge(c, (l.x, l.y))); } } }
            }
        }
        let mut lines = Vec::with_capacity(4);
        let banned = self.stormy(r);
        for (i, l) in self.lying().iter().enumerate() {
            if l.owner != p { continue; }
            let at = (l.x, l.y);
            if l.up { self.targets(r, &b, i, &mut lines, |t| out.push(Move::Challenge(at, t))); } else { out.push(Move::Flip(at)); }
            if !banned { self.steps(r, &b, i, |to| out.push(Move::Shift(at, to))); }
        }
        if banned && out.is_empty() {
            for (i, l) in self.lying().iter().enumerate() { if l.owner == p { let at = (l.x, l.y); self.steps(r, &b, i, |to| out.push(Move::Shift(at, to))); } }
        }
    }
    fn stuck(&self, r: &Rules) -> bool {
        let p = self.seat;
        if self.held[p as usize] > 0 { return false; }
        let b = Board::new(self);
        let mut lines = Vec::with_capacity(4);
        for (i, l) in self.lying().iter().enumerate() {
            if l.owner != p { continue; }
            if !l.up { return false; }
            let mut any = false;
            self.steps(r, &b, i, |_| any = true);
            self.targets(r, &b, i, &mut lines, |_| any = true);
            if any { return false; }
        }
        true
    }
    fn next_turn(&mut self, r: &Rules, quiet: i32, phase: Phase) {
        if self.quiet < r.storm && quiet >= r.storm { for l in self.grid[..self.n as usize].iter_mut() { l.up = false; } }
        self.phase = phase; self.seat = 1 - self.seat; self.asked = self.seat; self.turn += 1; self.quiet = quiet; self.mystic = None; self.duel = None;
    }
    fn end_turn(&mut self, r: &Rules, quiet: i32, reveal: bool) {
        self.next_turn(r, quiet, if reveal { Phase::Reveal } else { Phase::Turn });
        let mut skips = 0;
        while skips < 2 && self.phase == Phase::Turn && self.stuck(r) {
            let q = self.quiet + 1;
            self.next_turn(r, q, Phase::Turn);
            skips += 1;
        }
        if skips > 1 { self.becalmed(); }
    }
    pub fn material(&self, p: u8) -> (i32, i32) {
        let mut n = 0; let mut v = 0;
        for &c in self.hand(p) { n += 1; v += card(c).c + card(c).d; }
        for l in self.lying() { if l.owner == p { n += 1; v += card(l.card).c + card(l.card).d; } }
        (n, v)
    }
    fn becalmed(&mut self) {
        let (a, b) = (self.material(0), self.material(1));
        let w = if a > b { 1 } else if a < b { -1 } else { 0 };
        self.finish(Reason::Becalmed, w);
    }
    fn finish(&mut self, why: Reason, w: i8) { self.phase = Phase::Over; self.mystic = None; self.duel = None; self.outcome = Some((why, w)); }
    fn lose(&mut self, p: u8, why: Reason) { self.finish(why, if p == 0 { -1 } else { 1 }); }
    fn loss(&self, p: u8, removed: Option<u8>) -> Option<Reason> {
        let base = self.base[p as usize];
        let mut any = false; let mut on_grid = false; let mut all_up = true;
        for l in self.lying() { if l.owner == p { any = true; on_grid |= orig(l.card) == base; all_up &= l.up; } }
        if let Some(c) = removed { if orig(c) == base && !on_grid { return Some(Reason::Character); } }
        if !any { return Some(Reason::NoCards); }
        if !on_grid && all_up && self.hand(p).iter().all(|&c| orig(c) == base) { return Some(Reason::InHand); }
        None
    }
    fn from_hand(&mut self, p: u8, c: u8, cell: Cell) {
        let h = &mut self.hands[p as usize]; let n = self.held[p as usize] as usize;
        let at = h[..n].iter().position(|&o| o == c).unwrap();
        for i in at..n - 1 { h[i] = h[i + 1]; }
        h[n - 1] = 255; self.held[p as usize] -= 1;
        self.grid[self.n as usize] = Lying { x: cell.0, y: cell.1, owner: p, card: c, ..NIL };
        self.n += 1;
    }
    fn ask_mystic(&mut self, i: usize) -> bool {
        let l = self.grid[i];
        if l.mystic_used || card(l.card).kw & MYSTIC == 0 { return false; }
        if !self.lying().iter().any(|o| o.up && o.owner != l.owner) { return false; }
        self.phase = Phase::Mystic; self.asked = l.owner; self.mystic = Some((l.x, l.y));
        true
    }
    fn turn_up(&mut self, i: usize) { self.grid[i].up = true; self.grid[i].seen = true; }
    pub fn play(&mut self, r: &Rules, m: Move) {
        let p = self.seat;
        match m {
            Move::Place(c, cell) => { self.from_hand(p, c, cell); let q = self.quiet; self.end_turn(r, q, false); }
            Move::Wedge(c, at) => {
                let step = ahead(p); let cell = (at.0, at.1 + step);
                for l in self.grid[..self.n as usize].iter_mut() { if (l.y - cell.1) * step >= 0 { l.y += step; } }
                self.from_hand(p, c, cell); let q = self.quiet; self.end_turn(r, q, false);
            }
            Move::Flip(at) | Move::Reveal(at) => {
                let i = self.idx(at).unwrap();
                self.turn_up(i);
                if let Some(why) = self.loss(p, None) { self.lose(p, why); return; }
                if !self.ask_mystic(i) { let q = self.quiet; self.end_turn(r, q, false); }
            }
            Move::Shift(at, to) => {
                let i = self.idx(at).unwrap();
                self.grid[i].x = to.0; self.grid[i].y = to.1;
                let q = self.quiet + 1;
                self.end_turn(r, q, false);
            }
            Move::Challenge(at, target) => {
                let j = self.idx(target).unwrap();
                self.duel = Some((at, target));
                if self.grid[j].up { self.compare(r); return; }
                self.turn_up(j);
                let o = self.grid[j].owner;
                if let Some(why) = self.loss(o, None) { self.lose(o, why); return; }
                if !self.ask_mystic(j) { self.compare(r); }
            }
            Move::Mystic(target) => {
                let by = self.idx(self.mystic.unwrap()).unwrap();
                self.grid[by].mystic_used = true;
                let t = self.idx(target).unwrap();
                let over = match self.duel { None => None, Some((at, tg)) => {
                    let b = Board::new(self); let i = self.idx(at).unwrap(); let l = self.line_to(r, &b, i, tg).unwrap();
                    let g = (self.grid[t].x, self.grid[t].y);
                    Some(g == at || (0..l.k).any(|k| { let o = &self.grid[l.through[k] as usize]; (o.x, o.y) == g })) } };
                self.grid[t].up = false;
                self.mystic = None;
                match over { None | Some(true) => { let q = self.quiet; self.end_turn(r, q, false); } Some(false) => self.compare(r) }
            }
            Move::Sacrifice(at) => {
                let j = self.idx(self.duel.unwrap().1).unwrap();
                match at { None => self.remove(r, j), Some(c) => { self.grid[j].sac_used = true; let k = self.idx(c).unwrap(); self.remove(r, k); } }
            }
        }
    }
    fn line_to(&self, r: &Rules, b: &Board, i: usize, target: Cell) -> Option<Line> {
        let mut v = Vec::with_capacity(4); self.lines(r, b, i, &mut v);
        v.into_iter().find(|l| (self.grid[l.target].x, self.grid[l.target].y) == target)
    }
    fn compare(&mut self, r: &Rules) {
        let (at, target) = self.duel.unwrap();
        let b = Board::new(self);
        let (i, j) = (self.idx(at).unwrap(), self.idx(target).unwrap());
        let l = self.line_to(r, &b, i, target).unwrap();
        if self.attack(r, &b, i, &l) <= self.defence(&b, j) { let q = self.quiet; self.end_turn(r, q, false); return; }
        let t = self.grid[j]; let c = card(t.card);
        if (c.kw & TENACIOUS != 0 || self.stormy(r)) && !t.marked { self.grid[j].marked = true; let q = self.quiet; self.end_turn(r, q, false); return; }
        if c.kw & SACRIFICE != 0 && !t.sac_used && beside((t.x, t.y)).iter().any(|&x| b.get(x).map_or(false, |k| self.grid[k].owner == t.owner)) {
            self.phase = Phase::Sacrifice; self.asked = t.owner; return;
        }
        self.remove(r, j);
    }
    fn remove(&mut self, r: &Rules, i: usize) {
        let l = self.grid[i]; let o = l.owner as usize;
        for k in i..self.n as usize - 1 { self.grid[k] = self.grid[k + 1]; }
        self.n -= 1;
        self.removed[o][self.gone[o] as usize] = l.card; self.gone[o] += 1;
        if let Some(why) = self.loss(l.owner, Some(l.card)) { self.lose(l.owner, why); return; }
        let base = self.base[o];
        let must = orig(l.card) == base && !self.lying().iter().any(|x| x.owner == l.owner && orig(x.card) == base && x.up);
        let q = self.quiet;
        // A reveal is the next turn, which is the owner's in a challenge.
        self.end_turn(r, q, must);
    }
}

pub fn name(id: u8) -> String { let n = id / 36; if n == 0 { card(id).name.to_string() } else { format!("{}#{}", card(id).name, n + 1) } }
pub fn id_of(s: &str) -> u8 {
    let (b, n) = match s.split_once('#') { Some((b, n)) => (b, n.parse::<u8>().unwrap() - 1), None => (s, 0) };
    CARDS.iter().position(|c| c.name == b).unwrap() as u8 + 36 * n
}
pub fn text(m: &Move) -> String {
    let c = |c: &Cell| format!("{},{}", c.0, c.1);
    match m {
        Move::Place(k, a) => format!("place {} {}", name(*k), c(a)), Move::Wedge(k, a) => format!("wedge {} {}", name(*k), c(a)),
        Move::Flip(a) => format!("flip {}", c(a)), Move::Shift(a, b) => format!("move {} {}", c(a), c(b)),
        Move::Challenge(a, b) => format!("challenge {} {}", c(a), c(b)), Move::Sacrifice(None) => "sacrifice -".into(),
        Move::Sacrifice(Some(a)) => format!("sacrifice {}", c(a)), Move::Mystic(a) => format!("mystic {}", c(a)), Move::Reveal(a) => format!("reveal {}", c(a)),
    }
}
impl State {
    pub fn digest(&self) -> String {
        let mut s = format!("{:?} {} {} {} q{}", self.phase, self.seat, self.asked, self.turn, self.quiet);
        for l in self.lying() { s += &format!(" {},{},{},{},{}{}{}{}{}", l.x, l.y, l.owner, name(l.card), l.up as u8, l.seen as u8, l.marked as u8, l.mystic_used as u8, l.sac_used as u8); }
        if let Some((why, w)) = self.outcome { s += &format!(" {:?} {}", why, w); }
        s
    }
}
