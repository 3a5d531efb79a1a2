//! Written by `python -m tools.captn_eli cards`.
pub struct Card { pub name: &'static str, pub ty: u8, pub c: i32, pub d: i32, pub kw: u8 }
pub const CARDS: [Card; 36] = [
    Card { name: "captn-eli", ty: 0, c: 1, d: 1, kw: 0 },
    Card { name: "hydron", ty: 0, c: 1, d: 1, kw: 8 },
    Card { name: "barnacle-jo", ty: 0, c: 2, d: 1, kw: 4 },
    Card { name: "old-keeper", ty: 0, c: 1, d: 1, kw: 1 },
    Card { name: "void-lieutenant", ty: 0, c: 2, d: 0, kw: 2 },
    Card { name: "sable-envoy", ty: 0, c: 0, d: 2, kw: 6 },
    Card { name: "hydron-drone", ty: 0, c: 1, d: 0, kw: 10 },
    Card { name: "hydron-elder", ty: 0, c: 1, d: 2, kw: 8 },
    Card { name: "admiral-quill", ty: 0, c: 1, d: 0, kw: 3 },
    Card { name: "frogman-diaz", ty: 0, c: 0, d: 2, kw: 1 },
    Card { name: "dolphin", ty: 1, c: 1, d: 1, kw: 0 },
    Card { name: "sea-sled", ty: 1, c: 1, d: 0, kw: 4 },
    Card { name: "torpedo-skiff", ty: 1, c: 2, d: 1, kw: 0 },
    Card { name: "bathysphere", ty: 1, c: 0, d: 2, kw: 4 },
    Card { name: "patrol-sub", ty: 1, c: 1, d: 0, kw: 6 },
    Card { name: "manta-glider", ty: 1, c: 1, d: 1, kw: 2 },
    Card { name: "kraken-frigate", ty: 1, c: 3, d: 0, kw: 0 },
    Card { name: "steel-whale", ty: 1, c: 0, d: 3, kw: 0 },
    Card { name: "world-ark", ty: 1, c: 2, d: 0, kw: 2 },
    Card { name: "eagle-rock", ty: 2, c: 0, d: 3, kw: 0 },
    Card { name: "kelp-maze", ty: 2, c: 0, d: 3, kw: 4 },
    Card { name: "sargasso", ty: 2, c: 0, d: 1, kw: 6 },
    Card { name: "coral-keep", ty: 2, c: 0, d: 2, kw: 0 },
    Card { name: "trench-gate", ty: 2, c: 0, d: 2, kw: 2 },
    Card { name: "ice-shelf", ty: 2, c: 0, d: 2, kw: 4 },
    Card { name: "wreck-reef", ty: 2, c: 0, d: 2, kw: 6 },
    Card { name: "sunken-temple", ty: 2, c: 0, d: 3, kw: 2 },
    Card { name: "hydron-citadel", ty: 2, c: 0, d: 3, kw: 6 },
    Card { name: "grapple", ty: 3, c: 2, d: 2, kw: 0 },
    Card { name: "sonar", ty: 3, c: 1, d: 3, kw: 0 },
    Card { name: "signal-buoy", ty: 3, c: 2, d: 1, kw: 4 },
    Card { name: "pulse-lamp", ty: 3, c: 2, d: 1, kw: 2 },
    Card { name: "harpoon", ty: 3, c: 3, d: 0, kw: 4 },
    Card { name: "decoy-mirror", ty: 3, c: 2, d: 2, kw: 2 },
    Card { name: "torpedo-fan", ty: 3, c: 3, d: 1, kw: 0 },
    Card { name: "storm-engine", ty: 3, c: 3, d: 3, kw: 0 },
];
pub const STARTERS: [[u8; 4]; 5] = [
    [0, 12, 19, 29], // home-guard
    [1, 15, 22, 33], // hive
    [4, 16, 22, 32], // broadside
    [5, 16, 23, 28], // sea-fog
    [3, 20, 19, 29], // lighthouse
];
