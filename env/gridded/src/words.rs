//! The gridded battles in plain words.

use std::fmt::Write as _;

use sandtable_core::square::{Facing, Grid, Square};
use sandtable_core::{Odds, Seat, Words};

use crate::action::{Action, Outcome};
use crate::event::{Event, Happening};
use crate::phases::combat_weights;
use crate::rules::Gridded;
use crate::stand::StandId;
use crate::state::{Activity, Attack, Fate, Kind, Phase, Stage, State};
use crate::victory::Terms;
use crate::view::{SeenStand, View};

impl Words for Gridded {
    const TITLE: &'static str = "Gridded Battles 1880-1914";

    fn side(&self, seat: Seat) -> String {
        self.side_name(seat).to_owned()
    }

    fn prompt(&self, view: &View) -> String {
        let who = |seat: Seat| format!("Turn {} of {}, {}", view.turn, self.turns(), self.side_name(seat));
        let lead = |activity: &Activity| self.label(activity.lead);
        match &view.phase {
            Phase::Choose => {
                let left = view.activations_left;
                let squares = if left == 1 { "1 square".to_owned() } else { format!("{left} squares") };
                format!("{}: activate a square ({squares} left) or end", who(view.active))
            }
            Phase::Acting(activity) => {
                let question = match activity.stage {
                    Stage::Who => "which stand of the square acts".to_owned(),
                    Stage::Order => format!("{}: move first or fight first", lead(activity)),
                    Stage::Destination => format!("{}: where to", lead(activity)),
                    Stage::Attack => format!("{}: whom to attack", lead(activity)),
                    Stage::Facing => format!("{}: which way to face", lead(activity)),
                };
                format!("{}: {question}", who(view.active))
            }
            Phase::Withdrawal(_, _, loser) => {
                format!("{}: where {} withdraws to", who(self.stand(*loser).seat), self.label(*loser))
            }
            Phase::Initiative => format!("Turn {} of {}: the throw for initiative", view.turn, self.turns()),
            Phase::Activation => format!("{}: the throw for activations", who(view.active)),
            Phase::Combat(_, attack) => {
                format!("{}: the throw for {}", who(view.active), self.combat_words(*attack))
            }
            Phase::Tie(_, attack) => {
                format!("{}: bare dice for {}", who(view.active), self.combat_words(*attack))
            }
            Phase::Over(ended) => format!("The battle is over: {}", ended.reason),
        }
    }

    fn board(&self, view: &View) -> String {
        let state = self.stage(view);
        let grid = self.grid();
        let mut text = String::new();
        for rank in (0..i32::from(grid.height)).rev() {
            let _ = write!(text, "{:>2} ", rank + 1);
            for file in 0..i32::from(grid.width) {
                if let Some(square) = grid.at(file, rank) {
                    text.push_str(&self.cell(&state, square));
                }
            }
            text = text.trim_end().to_owned();
            text.push('\n');
        }
        text.push_str("   ");
        for file in 0..grid.width {
            let _ = write!(text, "{}   ", char::from(b'A' + file as u8));
        }
        text = text.trim_end().to_owned();
        text.push('\n');
        text.push_str(&self.legend(view));
        text
    }

    fn forces(&self, view: &View, side: Seat) -> Vec<String> {
        let seen = view.stands.iter().filter(|seen| self.stand(seen.id).seat == side);
        let mut lines: Vec<String> = seen.map(|seen| self.stand_words(seen)).collect();
        if view.seat != side {
            lines.extend(view.hidden.iter().map(|hidden| {
                let group = &self.groups()[usize::from(hidden.group)].name;
                format!("{} {} in group \"{group}\", unseen", hidden.count, hidden.class.words())
            }));
        }
        lines
    }

    fn describe(&self, view: &View, action: Action) -> String {
        let grid = self.grid();
        let name = |square| grid.name(square);
        let at = |square: Square| self.stands_at(view, square);
        match action {
            Action::Activate(square) => at(square),
            Action::End => "end your part of the turn; activations left are lost".to_owned(),
            Action::Swap => "exchange front and rear".to_owned(),
            Action::Together => "both stands act together".to_owned(),
            Action::Front => "the front stand acts".to_owned(),
            Action::Rear => "the rear stand acts".to_owned(),
            Action::Rest => "nothing more in this square".to_owned(),
            Action::MoveFirst => "move, then fight".to_owned(),
            Action::FightFirst => "fight, then move".to_owned(),
            Action::Move(square) => match at(square) {
                here if here.is_empty() => self.ground_words(square),
                here => format!("{}, with {here}", self.ground_words(square)),
            },
            Action::Leave(edge) => format!("leave the table by the {} edge", way(edge)),
            Action::Dismount => "get off the horses; it takes the whole move".to_owned(),
            Action::Mount => "get on the horses; it takes the whole move".to_owned(),
            Action::Fire(square, facing) => format!("fire at {}, facing {}", at(square), way(facing)),
            Action::Close(square, facing) => format!("engage {}, facing {}", at(square), way(facing)),
            Action::Hold => "do not attack".to_owned(),
            Action::Face(facing) => format!("face {}", way(facing)),
            Action::Withdraw(square) => format!("withdraw to {}", name(square)),
        }
    }

    fn narrate(&self, event: &Event) -> String {
        let grid = self.grid();
        let name = |square| grid.name(square);
        let side = |seat| self.side_name(seat);
        match &event.what {
            Happening::Turn { turn } => format!("Turn {turn}."),
            Happening::Initiative { seat } => format!("Initiative: {}.", side(*seat)),
            Happening::Activations { seat, count } => format!("{} may activate {count}.", side(*seat)),
            Happening::Activated { seat, square: Some(square) } => {
                format!("{}: {} is activated.", side(*seat), name(*square))
            }
            Happening::Activated { seat, square: None } => {
                format!("{}: something unseen is activated.", side(*seat))
            }
            Happening::Ended { seat, unused } => format!("{}: done, {unused} unused.", side(*seat)),
            Happening::Swapped { square } => format!("Front and rear change places at {}.", name(*square)),
            Happening::Moved { stand, from, to } => {
                format!("{} moves from {} to {}.", self.label(*stand), name(*from), name(*to))
            }
            Happening::Stopped { stand, at } => {
                format!("{} runs into an unseen enemy and stops at {}.", self.label(*stand), name(*at))
            }
            Happening::Faced { stand, facing } => format!("{} faces {}.", self.label(*stand), way(*facing)),
            Happening::Dismounted { stand } => format!("{} dismounts.", self.label(*stand)),
            Happening::Mounted { stand } => format!("{} mounts.", self.label(*stand)),
            Happening::Left { stand, edge } => {
                format!("{} leaves by the {} edge.", self.label(*stand), way(*edge))
            }
            Happening::Attacked { kind, initiator, from, target, at, ledger } => format!(
                "{} at {} {} {} at {} ({}; target {}).",
                self.label(*initiator),
                name(*from),
                if *kind == Kind::Fire { "fires at" } else { "engages" },
                self.label(*target),
                name(*at),
                ledger.words(sandtable_core::Party::Initiator),
                ledger.words(sandtable_core::Party::Target),
            ),
            Happening::Result { outcome, .. } => {
                let mut words = self.outcome(*outcome);
                if let Some(first) = words.get_mut(0..1) {
                    first.make_ascii_uppercase();
                }
                format!("{words}.")
            }
            Happening::Withdrew { stand, from, to } => {
                format!("{} withdraws from {} to {}.", self.label(*stand), name(*from), name(*to))
            }
            Happening::Destroyed { stand, at, could_not_withdraw } => {
                let why = if *could_not_withdraw { ", with nowhere to withdraw to" } else { "" };
                format!("{} is destroyed at {}{why}.", self.label(*stand), name(*at))
            }
            Happening::Revealed { stand, at } => format!("{} is seen at {}.", self.label(*stand), name(*at)),
            Happening::Spotting { group, is_spotted } => {
                let name = &self.groups()[usize::from(*group)].name;
                let what = if *is_spotted { "is spotted" } else { "is not spotted" };
                format!("The concealed group \"{name}\" {what}.")
            }
            Happening::Over { ended } => {
                format!("The battle is over: {}; {} points.", ended.reason, ended.margin)
            }
        }
    }

    fn outcome(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::FirstLeads => format!("initiative: {}", self.side_name(Seat::First)),
            Outcome::SecondLeads => format!("initiative: {}", self.side_name(Seat::Second)),
            Outcome::Activations(count) => format!("{count} squares"),
            Outcome::Spotted => "spotted".to_owned(),
            Outcome::Unspotted => "not spotted".to_owned(),
            Outcome::Ineffective => "ineffective".to_owned(),
            Outcome::Tie => "equal: bare dice decide".to_owned(),
            Outcome::TargetWithdraws => "the target withdraws".to_owned(),
            Outcome::Destroyed => "the target is destroyed".to_owned(),
            Outcome::InitiatorWithdraws => "the attacker withdraws".to_owned(),
        }
    }

    /// RULING A39: as the seat can know them; concealed enemies that help are not counted.
    fn odds(&self, view: &View, action: Action) -> Option<Odds> {
        let Phase::Acting(activity) = view.phase else { return None };
        let (kind, square) = match action {
            Action::Fire(square, _) => (Kind::Fire, square),
            Action::Close(square, _) => (Kind::Close, square),
            _ => return None,
        };
        let state = self.stage(view);
        let target = self.met(&state, state.place(activity.lead), square);
        let attack = Attack { kind, initiator: activity.lead, target };
        let mut ledger = sandtable_core::Ledger::default();
        self.modifiers(&state, attack, Some(view.seat), &mut ledger);
        let chances = combat_weights(ledger.totals())
            .into_iter()
            .filter(|(_, weight)| *weight > 0)
            .map(|(outcome, weight)| (self.outcome(outcome), weight));
        Some(Odds { ledger, chances: chances.collect() })
    }
}

pub(crate) fn way(facing: Facing) -> &'static str {
    match facing {
        Facing::North => "north",
        Facing::East => "east",
        Facing::South => "south",
        Facing::West => "west",
    }
}

impl Gridded {
    /// A stand as people name it.
    pub(crate) fn label(&self, id: StandId) -> String {
        let stand = self.stand(id);
        let number = self
            .side(stand.seat)
            .filter(|&other| self.stand(other).name == stand.name)
            .take_while(|&o| o != id)
            .count();
        let alone = self.side(stand.seat).filter(|&other| self.stand(other).name == stand.name).count() == 1;
        if alone { stand.name.clone() } else { format!("{} {}", stand.name, number + 1) }
    }

    /// A stand with what it can do, and where it is.
    fn stand_words(&self, seen: &SeenStand) -> String {
        let stand = self.stand(seen.id);
        let mut words = format!("{}: {}, value {}", self.label(seen.id), stand.class.words(), stand.value);
        match stand.range(seen.is_dismounted) {
            0 => {}
            range => {
                let _ = write!(words, ", {} to range {range}", stand.weapon.words());
            }
        }
        let _ = write!(words, ", moves {}", stand.allowance(seen.is_dismounted));
        match (seen.square, seen.fate) {
            (_, Fate::Destroyed) => words.push_str("; destroyed"),
            (_, Fate::Left(edge)) => {
                let _ = write!(words, "; left by the {} edge", way(edge));
            }
            (Some(square), Fate::OnTable) => {
                let _ = write!(words, "; at {} facing {}", self.grid().name(square), way(seen.facing));
            }
            (None, Fate::OnTable) => {}
        }
        for (is_so, word) in [
            (seen.is_rear, "behind"),
            (seen.is_dismounted, "dismounted"),
            (seen.is_concealed, "concealed"),
            (seen.is_activated, "activated"),
        ] {
            if is_so {
                words.push_str(", ");
                words.push_str(word);
            }
        }
        words
    }

    fn combat_words(&self, attack: Attack) -> String {
        let kind = if attack.kind == Kind::Fire { "fire" } else { "close combat" };
        format!("{kind}: {} against {}", self.label(attack.initiator), self.label(attack.target))
    }

    fn stands_at(&self, view: &View, square: Square) -> String {
        let mut stands: Vec<_> = view.stands.iter().filter(|seen| seen.square == Some(square)).collect();
        stands.sort_by_key(|seen| seen.is_rear);
        let names: Vec<String> = stands.iter().map(|seen| self.label(seen.id)).collect();
        names.join(" before ")
    }

    pub(crate) fn ground_words(&self, square: Square) -> String {
        use crate::map::Ground;
        let ground = match self.map().ground(square) {
            Ground::Open => "open",
            Ground::Wood => "wood",
            Ground::Town => "town",
            Ground::Outcrop => "outcrop",
            Ground::Marsh => "marsh",
            Ground::River => "river",
            Ground::Ford => "ford",
        };
        let mut words = ground.to_owned();
        if self.map().is_road(square) {
            words.push_str(", road");
        }
        if self.map().level(square) > 0 {
            let _ = write!(words, ", level {}", self.map().level(square));
        }
        words
    }

    /// Four characters: the front stand's letters, its facing and `+` for a pair, in
    /// capitals for the first side; or the ground.
    fn cell(&self, state: &State, square: Square) -> String {
        if let Some(id) = state.front(square) {
            let stand = state.stand(id);
            let letters = self.stand(id).class.letters();
            let letters = match self.stand(id).seat {
                Seat::First => letters.to_owned(),
                Seat::Second => letters.to_lowercase(),
            };
            let facing = match stand.facing() {
                Facing::North => '^',
                Facing::East => '>',
                Facing::South => 'v',
                Facing::West => '<',
            };
            let pair = if stand.partner().is_some() { '+' } else { ' ' };
            return format!("{letters}{facing}{pair}");
        }
        let ground = match self.map().ground(square) {
            crate::map::Ground::Open if self.map().is_road(square) => '=',
            ground => ground.letter(),
        };
        let level = match self.map().level(square) {
            0 => ' ',
            level => char::from(b'0' + level),
        };
        format!("{ground}{level}  ")
    }

    fn legend(&self, view: &View) -> String {
        let grid = self.grid();
        let mut text = format!(
            "Capitals: {}. Small letters: {}. ^>v< facing, + a pair, = road, w wood, t town, o outcrop, m marsh, r river, f ford, digits levels.\n",
            self.side_name(Seat::First),
            self.side_name(Seat::Second)
        );
        for (kind, words) in [
            (crate::map::Edge::Wall, "Walls"),
            (crate::map::Edge::Hedge, "Hedges"),
            (crate::map::Edge::Fence, "Fences"),
            (crate::map::Edge::Trench, "Trenches"),
            (crate::map::Edge::Entrenchment, "Entrenchments"),
        ] {
            let edges = self.map().edges().filter(|edge| edge.2 == kind);
            let names: Vec<String> = edges.map(|(square, side, _)| edge_name(grid, square, side)).collect();
            if !names.is_empty() {
                let _ = writeln!(text, "{words}: {}.", names.join(", "));
            }
        }
        if let Terms::Points { objectives, .. } = self.terms() {
            for objective in objectives {
                let names: Vec<String> = objective.squares.iter().map(|&s| grid.name(s)).collect();
                let [a, b] = objective.points;
                let _ =
                    writeln!(text, "Objective {}: {} (worth {a} and {b}).", objective.name, names.join(" "));
            }
        }
        for hidden in &view.hidden {
            let group = &self.groups()[usize::from(hidden.group)].name;
            let _ = writeln!(text, "Unseen in group \"{group}\": {} {}.", hidden.count, hidden.class.words());
        }
        text
    }
}

fn edge_name(grid: Grid, square: Square, side: Facing) -> String {
    format!("{} {}", grid.name(square), side.letter().to_ascii_lowercase())
}
