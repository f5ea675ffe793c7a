//! Scenario files: what ships with the rules, and how bad ones are refused.

use std::collections::BTreeSet;

use sandtable_core::scenario::{MOST_BYTES, built_in};
use sandtable_core::square::Facing;
use sandtable_core::{Ruleset, Scenario, Seat};
use sandtable_gridded::Class as C;
use sandtable_gridded::map::{Edge, Ground};
use sandtable_gridded::stand::{Stand, Weapon};
use sandtable_gridded::victory::Terms;
use sandtable_gridded::{Class, Gridded, army};

fn shipped(name: &str) -> Gridded {
    let scenario = built_in::<Gridded>(name).unwrap_or_else(|fault| panic!("{fault}"));
    Gridded::load(&scenario).unwrap_or_else(|fault| panic!("{fault}"))
}

fn all_shipped() -> impl Iterator<Item = (&'static str, Gridded)> {
    Gridded::scenarios().iter().map(|(name, _)| (*name, shipped(name)))
}

fn stands(rules: &Gridded, seat: Seat) -> Vec<&Stand> {
    rules.side(seat).map(|id| rules.stand(id)).collect()
}

fn cost(rules: &Gridded, seat: Seat) -> army::Cost {
    let bought = stands(rules, seat).into_iter().map(|stand| stand.class);
    army::cost(bought.filter(|&class| class != Class::Command), 0)
}

fn count(rules: &Gridded, seat: Seat, class: Class) -> usize {
    stands(rules, seat).iter().filter(|stand| stand.class == class).count()
}

/// The files (from 1) of a side's stands at the start.
fn files(rules: &Gridded, seat: Seat) -> BTreeSet<i32> {
    let start = rules.start();
    let file = |id| start.stand(id).square().map(|square| rules.grid().coordinates(square).0 + 1);
    rules.side(seat).filter_map(file).collect()
}

// covers: G-01, G-02, G-11, G-12
#[test]
fn every_built_in_scenario_loads() {
    let faults: Vec<String> = Gridded::scenarios()
        .iter()
        .filter_map(|(name, text)| {
            Scenario::parse(name, text).and_then(|scenario| Gridded::load(&scenario)).err()
        })
        .map(|fault| fault.to_string())
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for (name, rules) in all_shipped() {
        let grid = rules.grid();
        let is_tiny = name.starts_with("tiny-");
        assert_eq!((grid.width, grid.height), if is_tiny { (3, 3) } else { (18, 12) }, "{name}");
        assert!(rules.turns() <= 12);
        for seat in Seat::BOTH {
            assert_eq!(count(&rules, seat, Class::Command), 1, "{name}");
        }
    }
}

// covers: G-08
#[test]
fn the_sources_armies_cost_what_they_should() {
    let points = |name, seat| cost(&shipped(name), seat).points().to_string();
    assert_eq!(points("meeting-engagement", Seat::First), "36");
    assert_eq!(points("meeting-engagement", Seat::Second), "36");
    assert_eq!(points("supply-column", Seat::First), "24", "RULING R10: two of 26 unspent");
    assert_eq!(points("supply-column", Seat::Second), "32");
    for (name, rules) in all_shipped() {
        for seat in Seat::BOTH {
            let four = stands(&rules, seat).iter().filter(|stand| stand.class.value() == 4).count();
            assert!(four <= 3, "{name}: at most 12 points on four-point stands");
        }
    }
}

// covers: G-50
#[test]
fn the_supply_column_is_that_of_the_play_test() {
    let rules = shipped("supply-column");
    let (column, mahdists) = (Seat::First, Seat::Second);
    assert_eq!((rules.grid().width, rules.grid().height, rules.turns()), (18, 12, 12));
    let army = |seat, classes: &[Class]| classes.iter().map(|&c| count(&rules, seat, c)).collect::<Vec<_>>();
    assert_eq!(
        army(column, &[C::RegularInfantry, C::MachineGun, C::FieldArtillery, C::Transport]),
        [6, 1, 1, 2]
    );
    assert_eq!(
        army(mahdists, &[C::IrregularInfantry, C::NativeInfantry, C::NativeCavalry, C::FieldArtillery]),
        [4, 8, 3, 1]
    );
    assert_eq!((stands(&rules, column).len(), stands(&rules, mahdists).len()), (11, 17));
    let general = |seat| rules.stand(rules.command(seat)).value;
    assert_eq!((general(column), general(mahdists)), (3, 2), "exceptional against average");
    assert!(files(&rules, column).iter().all(|file| (1..=4).contains(file)), "RULING A22");
    let start = rules.start();
    let concealed: Vec<_> = rules.side(mahdists).filter(|&id| start.stand(id).is_concealed()).collect();
    assert_eq!(concealed.len(), 8);
    for id in rules.side(mahdists) {
        let square = start.stand(id).square().expect("deployed");
        let file = rules.grid().coordinates(square).0 + 1;
        let is_hidden = concealed.contains(&id);
        assert_eq!(rules.stand(id).class == C::NativeInfantry, is_hidden);
        assert!(if is_hidden { (7..=11).contains(&file) } else { (13..=18).contains(&file) }, "RULING A22");
    }
    assert_eq!(rules.groups().len(), 2, "on either side of the track");
    let gun =
        |seat| stands(&rules, seat).into_iter().find(|s| s.class == C::FieldArtillery).map(|s| s.weapon);
    assert_eq!((gun(column), gun(mahdists)), (Some(Weapon::Rifled), Some(Weapon::SmoothBore)));
    let is_track = |file| rules.grid().at(file, 5).is_some_and(|square| rules.map().is_road(square));
    assert!((0..18).all(is_track), "a track from end to end");
    assert!(
        matches!(
            rules.terms(),
            Terms::Convoy { side: Seat::First, exit: Facing::East, transports: 2, honours: Some(2) }
        ),
        "{:?}",
        rules.terms()
    );
    assert_eq!(rules.exits(column), [Facing::West, Facing::East], "RULING A29");
}

// covers: G-51
#[test]
fn the_meeting_engagement_is_as_ruled() {
    let rules = shipped("meeting-engagement");
    assert_eq!((rules.grid().width, rules.grid().height, rules.turns()), (18, 12, 12));
    assert_eq!(Seat::BOTH.map(|seat| rules.base(seat)), [Facing::South, Facing::North], "long edges");
    let start = rules.start();
    for seat in Seat::BOTH {
        assert_eq!(rules.stand(rules.command(seat)).value, 2, "both generals are average");
        for id in rules.side(seat) {
            let rank = rules.grid().coordinates(start.stand(id).square().expect("deployed")).1 + 1;
            let is_near = if seat == Seat::First { rank <= 2 } else { rank >= 11 };
            assert!(is_near, "two deep on the base line");
        }
    }
    let Terms::Points { draw, decisive, breaks, handicap, objectives } = rules.terms() else {
        panic!("won by points");
    };
    assert_eq!((*draw, *decisive, *breaks, *handicap), (3, 10, Some([14, 22]), 0));
    let blocks: Vec<Vec<String>> = objectives
        .iter()
        .map(|objective| objective.squares.iter().map(|&square| rules.grid().name(square)).collect())
        .collect();
    assert_eq!(
        blocks,
        [["C6", "D6", "C7", "D7"], ["I6", "J6", "I7", "J7"], ["O6", "P6", "O7", "P7"]],
        "RULING A44"
    );
    assert!(objectives.iter().all(|objective| objective.points == [4, 4]));
    let map = rules.map();
    for square in rules.grid().squares() {
        let (file, rank) = rules.grid().coordinates(square);
        let across = rules.grid().at(file, 11 - rank).expect("on the table");
        assert_eq!(map.ground(square), map.ground(across), "alike from both sides");
    }
}

// covers: G-03, G-07, G-60
#[test]
fn every_terrain_ships_in_some_scenario() {
    let (mut grounds, mut edges, mut levels) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (_, rules) in all_shipped() {
        let map = rules.map();
        grounds.extend(rules.grid().squares().map(|square| map.ground(square).letter()));
        levels.extend(rules.grid().squares().map(|square| map.level(square)));
        edges.extend(map.edges().map(|(_, _, edge)| format!("{edge:?}")));
    }
    assert_eq!(grounds.into_iter().collect::<String>(), ".fmortw");
    assert_eq!(edges.len(), 5, "{edges:?}");
    assert_eq!(levels, BTreeSet::from([0, 1, 2]));
    let village = shipped("bridge-village");
    let bridge = village.grid().parse("I6").expect("a square");
    assert!(village.map().ground(bridge) == Ground::River && village.map().can_hold(bridge));
    let works = shipped("entrenched-line");
    let trench = works.grid().parse("I8").expect("a square");
    assert_eq!(works.map().edge(trench, Facing::South), Some(Edge::Entrenchment));
}

#[test]
fn tiny_scenarios_are_small_and_have_no_secrets() {
    let tiny: Vec<_> = all_shipped().filter(|(name, _)| name.starts_with("tiny-")).collect();
    assert_eq!(tiny.len(), 3);
    for (name, rules) in tiny {
        let sides = Seat::BOTH.map(|seat| stands(&rules, seat).len());
        let fits = sides == [2, 1] && rules.turns() <= 2 || sides == [2, 2] && rules.turns() == 1;
        assert!(fits, "{name}: {sides:?} for {} turns", rules.turns());
        assert!(rules.groups().is_empty(), "{name}");
    }
}

const GOOD: &str = r#"ruleset = "gridded"
name = "A line of each"
turns = 6

[map]
rows = [
  "............",
  "............",
  "............",
  "............",
  ".....o......",
  "............",
  "............",
  "............",
  "....rr......",
  "............",
  "............",
  "............",
]
roads = [["A6", "L6"]]

[victory]
kind = "points"
objective = [{ name = "bank", squares = ["E5", "F5"], points = [2, 2] }]

[[side]]
name = "South"
general = "poor"
base = "south"
points = 12
entrenchments = ["F2 n"]
stand = [
  { class = "regular-infantry", weapon = "magazine-rifles", facing = "north", at = ["F2", "F2"] },
  { class = "command", mounted = true, facing = "north", at = ["E1"] },
  { class = "transport", facing = "north", at = ["G1"] },
]

[[side]]
name = "North"
general = "exceptional"
base = "north"
group = [{ name = "northern rocks", zone = ["E9", "G10"] }]
stand = [
  { class = "native-infantry", facing = "south", group = "northern rocks", at = ["F9", "F9"] },
  { class = "command", facing = "south", at = ["F12"] },
]
"#;

fn refusal(text: &str) -> String {
    let scenario = Scenario::parse("bad.toml", text);
    let fault = scenario.and_then(|scenario| Gridded::load(&scenario)).err();
    let fault = fault.map_or_else(|| "accepted".to_owned(), |fault| fault.to_string());
    assert!(!fault.contains('\n') && fault.len() < 700, "one line: {fault}");
    fault
}

/// What is wrong: a piece of [`GOOD`], what stands there instead, and the error.
const BAD: &[(&str, &str, &str)] = &[
    ("turns = 6", "turns = 0", "bad.toml:3:9: 0 turns; a battle lasts 1 to 12 (G-12)"),
    ("turns = 6", "turns = 13", "bad.toml:3:9: 13 turns; a battle lasts 1 to 12 (G-12)"),
    ("turns = 6", "turns = 1000", "bad.toml:3:9: invalid value"),
    (
        "ruleset = \"gridded\"",
        "ruleset = \"palestine\"",
        "bad.toml: ruleset: this is a scenario for `palestine`, not for `gridded`",
    ),
    ("turns = 6", "turn = 6", "bad.toml:3:1: unknown field `turn`, expected one of `ruleset`, `name`"),
    ("..o......\"", "..x......\"", "bad.toml:11:9: `x` is no ground; a square is one of . w t o m r f"),
    (
        "  \"....rr......\"",
        "  \"....rr.....\"",
        "bad.toml:15:3: this row has 11 squares; the first has 12, and so must every row",
    ),
    ("roads =", "levels = [\"000\"]\nroads =", "bad.toml: map.levels: 1 rows; there are 12 in map.rows"),
    (
        "[\"A6\", \"L6\"]",
        "[\"A6\", \"M6\"]",
        "bad.toml:20:17: `M6` is no square of this battlefield (A1 to L12)",
    ),
    (
        "[\"A6\", \"L6\"]",
        "[\"A6\", \"L7\"]",
        "bad.toml:20:17: a road runs straight or diagonally from bend to bend",
    ),
    (
        "[\"A6\", \"L6\"]",
        "[\"F1\", \"F12\"]",
        "bad.toml:20:11: the road from here runs through the outcrop at F8 (RULING A15)",
    ),
    (
        "kind = \"points\"",
        "kind = \"glory\"",
        "bad.toml:23:8: unknown variant `glory`, expected `convoy` or `points`",
    ),
    (
        "kind = \"points\"",
        "kind = \"points\"\ndraw = 10",
        "bad.toml:22:1: victory.decisive: 10 must be more than `draw`, 10",
    ),
    (
        "kind = \"points\"",
        "kind = \"points\"\nhandicap = -2000",
        "bad.toml:22:1: victory.handicap: -2000 is not within 1000 of 0",
    ),
    (
        "kind = \"points\"",
        "kind = \"points\"\nbreaks = [5, 0]",
        "bad.toml:22:1: victory.breaks: no army breaks before it has lost a point",
    ),
    (
        "[\"E5\", \"F5\"]",
        "[\"E5\", \"F55\"]",
        "bad.toml:22:1: victory.objective[0].squares: `F55` is no square of this battlefield (A1 to L12)",
    ),
    (
        "general = \"poor\"",
        "general = \"bad\"",
        "bad.toml:28:11: unknown variant `bad`, expected one of `poor`, `average`, `exceptional`",
    ),
    (
        "base = \"south\"",
        "base = \"down\"",
        "bad.toml:29:8: unknown variant `down`, expected one of `north`, `east`, `south`, `west`",
    ),
    ("points = 12", "points = 7", "bad.toml:30:10: the army costs 7.5 points of 7 (G-08)"),
    (
        "\"regular-infantry\", weapon = \"magazine-rifles\"",
        "\"guard-infantry\"",
        "bad.toml:30:10: 8 points on four-point stands; at most 4 of 12 (RULING R45)",
    ),
    (
        "[\"F2 n\"]",
        "[\"F2 up\"]",
        "bad.toml:31:18: an edge is a square and a side: `F6 n`, or `F6` for all four",
    ),
    (
        "\"regular-infantry\"",
        "\"regular-infanty\"",
        "bad.toml:33:13: unknown variant `regular-infanty`, expected one of `guard-infantry`",
    ),
    (
        "\"magazine-rifles\"",
        "\"rifled\"",
        "bad.toml:33:42: regular infantry does not carry rifled, but magazine rifles, single-shot rifles, muskets, hand-held weapons (RULING R30)",
    ),
    ("\"magazine-rifles\"", "\"laser\"", "bad.toml:33:42: unknown variant `laser`"),
    (
        "[\"F2\", \"F2\"]",
        "[\"F2\", \"F2\", \"F2\"]",
        "bad.toml:33:97: no room at F2: two stands at most, 60 mm deep together (RULING A1)",
    ),
    ("at = [\"E1\"]", "at = [\"G1\"]", "bad.toml:35:50: no room at G1"),
    (
        "at = [\"F2\", \"F2\"]",
        "at = [\"F2\", \"E4\"]",
        "bad.toml:33:91: no stand can be at E4: it is river without a road",
    ),
    (
        "at = [\"F2\", \"F2\"]",
        "at = [\"F2\", \"F8\"]",
        "bad.toml:33:91: no stand can be at F8: it is outcrop without a road",
    ),
    ("at = [\"F2\", \"F2\"]", "at = [\"F2\", \"F12\"]", "bad.toml:45:48: both sides are at F12"),
    ("at = [\"F2\", \"F2\"]", "at = [\"F2\", \"22\"]", "bad.toml:33:91: `22` is no square"),
    (
        "\"command\", mounted = true, facing = \"north\", at = [\"E1\"]",
        "\"command\", facing = \"west\", at = [\"E1\", \"F2\"]",
        "bad.toml:34:53: `South` have 2 command stands; a side has exactly one (G-11)",
    ),
    (
        "  { class = \"command\", mounted = true, facing = \"north\", at = [\"E1\"] },\n",
        "",
        "bad.toml:27:8: `South` have no command stand; a side has exactly one (G-11)",
    ),
    (
        "\"transport\", facing",
        "\"transport\", mounted = true, facing",
        "bad.toml:35:36: only command stands say whether they are mounted",
    ),
    (
        "\"command\", mounted = true, facing = \"north\", at = [\"E1\"]",
        "\"command\", facing = \"west\", at = [\"F2\"]",
        "bad.toml:34:47: no room at F2",
    ),
    (
        "\"transport\", facing = \"north\", at = [\"G1\"]",
        "\"irregular-infantry\", facing = \"west\", at = [\"E1\"]",
        "bad.toml:35:58: the stands at E1 must face the same way (G-02)",
    ),
    (
        "group = \"northern rocks\", at",
        "group = \"nothern rocks\", at",
        "bad.toml:44:58: There is no concealed group `nothern rocks`. Did you mean `northern rocks`?",
    ),
    (
        "group = \"northern rocks\", at = [\"F9\", \"F9\"]",
        "group = \"northern rocks\", at = [\"F9\", \"F7\"]",
        "bad.toml:44:88: F7 is outside the zone of its concealed group, E9 to G10",
    ),
    (
        "group = \"northern rocks\", at = [\"F9\", \"F9\"]",
        "group = \"northern rocks\", at = [\"F9\", \"E9\"]",
        "bad.toml:44:88: the concealed stand at E9 begins in clear sight or contact of the enemy; hide it better (RULING A41)",
    ),
    (
        "{ name = \"northern rocks\", zone = [\"E9\", \"G10\"] }",
        "{ name = \"x\", zone = [\"E9\", \"G10\"] }, { name = \"x\", zone = [\"E9\", \"G10\"] }",
        "bad.toml:42:70: a second concealed group `x`; each has a name of its own",
    ),
    ("name = \"South\"", "name = \"South\"\nmood = \"grim\"", "bad.toml:28:1: unknown field `mood`"),
    ("general = \"poor\"\n", "", "bad.toml:26:1: missing field `general`"),
];

// covers: G-01, G-02, G-04, G-07, G-08, G-11, G-12
#[test]
fn a_bad_scenario_is_refused_in_one_line_with_place_and_cure() {
    let good = Scenario::parse("good.toml", GOOD).and_then(|scenario| Gridded::load(&scenario));
    good.unwrap_or_else(|fault| panic!("{fault}"));
    let mut wrong = Vec::new();
    for (piece, instead, expected) in BAD {
        assert_eq!(GOOD.matches(piece).count(), 1, "{piece}");
        let fault = refusal(&GOOD.replace(piece, instead));
        if !fault.starts_with(expected) {
            wrong.push(format!("{instead}\n  expected {expected}\n  got      {fault}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// covers: G-01
#[test]
fn a_battlefield_has_a_size() {
    let sized = |width: usize, height: usize, turns: u8| {
        let rows = format!("rows = [{}]", vec![format!("\"{}\"", ".".repeat(width)); height].join(", "));
        let (before, rest) = GOOD.split_once("rows = [").expect("rows");
        let after = rest.split_once("]\n").expect("the end of the rows").1;
        format!("{before}{rows}\n{after}").replace("turns = 6", &format!("turns = {turns}"))
    };
    assert!(refusal(&sized(11, 12, 6)).starts_with(
        "bad.toml:6:9: 11 x 12 squares; a battlefield is at least 12 x 12 (G-01), unless the battle lasts at most 3 turns"
    ));
    assert!(refusal(&sized(12, 11, 6)).starts_with("bad.toml:6:9: 12 x 11 squares"));
    assert!(
        refusal(&sized(27, 12, 6))
            .starts_with("bad.toml:6:9: 27 x 12 squares; a battlefield has at most 26 x 26")
    );
    assert!(refusal(&sized(12, 5000, 6)).starts_with("bad.toml:6:9: 12 x 5000 squares"));
    assert!(refusal(&sized(0, 12, 3)).starts_with("bad.toml:6:9: 0 x 12 squares"));
    assert!(refusal(&sized(12, 0, 6)).starts_with("bad.toml: map.rows: there are none"));
    assert!(
        refusal(&sized(5, 5, 3)).contains("is no square of this battlefield (A1 to E5)"),
        "small, but a study"
    );
}

#[test]
fn a_convoy_needs_transports_and_a_way_out() {
    let (before, rest) = GOOD.split_once("kind = ").expect("victory");
    let after = rest.split_once("\n[[side]]").expect("a side").1;
    let convoy = |side: &str| {
        format!("{before}kind = \"convoy\"\nside = \"{side}\"\nexit = \"north\"\n\n[[side]]{after}")
    };
    assert_eq!(
        refusal(&convoy("second")),
        "bad.toml:22:1: victory.side: the second side has no transport to bring home"
    );
    assert_eq!(
        refusal(&convoy("first")),
        "bad.toml:22:1: victory.exit: the first side may not leave by the north; add it to its `exits`"
    );
    let opened = convoy("first").replace("points = 12", "exits = [\"north\"]");
    let rules = Scenario::parse("good.toml", &opened).and_then(|scenario| Gridded::load(&scenario));
    assert!(rules.is_ok(), "{rules:?}");
}

#[test]
fn hostile_files_are_refused_quickly() {
    let huge = format!("{GOOD}# {}", "x".repeat(MOST_BYTES));
    assert!(refusal(&huge).contains("bytes is more than a scenario may have"));
    let crowd = format!("at = [{}]", vec!["\"A1\""; 40_000].join(","));
    assert!(refusal(&GOOD.replace("at = [\"G1\"]", &crowd)).contains("stands; a side has at most 32"));
    let nest = GOOD.replace("turns = 6", &format!("turns = {}", "[".repeat(100_000)));
    assert!(refusal(&nest).starts_with("bad.toml:3:"));
    let objectives = vec!["{ name = \"x\", squares = [\"A1\", \"L12\"], points = [1, 1] }"; 2000].join(", ");
    let many = GOOD.replace("objective = [", &format!("objective = [{objectives}, "));
    assert!(refusal(&many).contains("victory.objective: 2001 are more than 16"));
    for end in (0..GOOD.len()).step_by(7) {
        // Cut short anywhere, the file is refused or read, never a panic.
        let _ = Scenario::parse("cut.toml", &GOOD[..end]).and_then(|scenario| Gridded::load(&scenario));
    }
}

#[test]
fn the_documented_example_loads_and_every_scenario_is_documented() {
    let page = include_str!("../../../docs/scenarios.md");
    let blocks: Vec<&str> = page.split("```toml\n").skip(1).filter_map(|b| b.split("```").next()).collect();
    let whole: Vec<&&str> = blocks.iter().filter(|block| block.contains("[map]")).collect();
    assert_eq!(whole.len(), 1);
    let rules = Scenario::parse("scenarios.md", whole[0]).and_then(|scenario| Gridded::load(&scenario));
    assert!(rules.is_ok(), "{rules:?}");
    for (name, _) in Gridded::scenarios() {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
    for class in Class::ALL {
        let name = class.words().replace(' ', "-");
        let row = page.lines().find(|line| line.starts_with('|') && line.contains(&format!("`{name}`")));
        let row = row.unwrap_or_else(|| panic!("{name} is not on the page"));
        let depth = class.depth(false);
        assert!(row.contains(&format!("| {} | {depth}", class.value())), "{row}");
        assert!(row.ends_with(&format!("{} |", weapons_of(class))), "{row}");
    }
}

fn weapons_of(class: Class) -> String {
    let name = |weapon: &Weapon| match weapon {
        Weapon::HandHeld => "`hand-held`",
        Weapon::Muskets => "`muskets`",
        Weapon::SingleShotRifles => "`single-shot-rifles`",
        Weapon::MagazineRifles => "`magazine-rifles`",
        Weapon::SmoothBore => "`smooth-bore`",
        Weapon::Rifled => "`rifled`",
        Weapon::MachineGun => "`machine-gun`",
        Weapon::None => "`none`",
    };
    Weapon::carried_by(class).iter().map(name).collect::<Vec<_>>().join(", ")
}
