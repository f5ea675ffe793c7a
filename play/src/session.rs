//! A battle in the terminal, decision by decision.

use anyhow::Result;
use sandtable_agents::{Agent, LEVELS, Level};
use sandtable_core::record::Line;
use sandtable_core::{Game, GameSeed, Playable, Record, Seat, Throw};
use sandtable_eval::Stopwatch;

use crate::autosave::Autosave;
use crate::commands::{self, Entry, capital};
use crate::table::Table;
use sandtable_engine::screen::{self, Page};
use sandtable_engine::{chronicle, undo};

mod orders;

/// Who plays, and how.
pub(crate) struct Setup<R: Playable> {
    pub(crate) human: Seat,
    pub(crate) opponent: Box<dyn Agent<R>>,
    /// How well it plays, where it has a level.
    pub(crate) level: Option<Level>,
    /// For everything random that is not the battle's dice.
    pub(crate) seed: GameSeed,
    /// Whether fights begin without a question.
    pub(crate) yes: bool,
    pub(crate) autosave: Option<Autosave>,
}

/// A battle between a person and an agent.
pub(crate) struct Session<'a, R: Playable> {
    table: Table<'a>,
    game: Game<R>,
    setup: Setup<R>,
    sides: [String; 2],
    /// How many events the person has been told of.
    told: usize,
    /// The turn whose heading was printed last.
    turn: u16,
    /// The board as it was printed last.
    board: String,
    /// Whether dice or the opponent had their turn since.
    stale: bool,
    /// What the opponent thought at its decisions since the person's last one.
    thoughts: Vec<String>,
    /// Whether the opponent's next decision begins a new run of them.
    is_new_run: bool,
    /// What the last hint thought.
    hint: Option<String>,
    hints: u64,
}

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    Leave,
}

impl<'a, R: Playable> Session<'a, R> {
    pub(crate) fn new(table: Table<'a>, game: Game<R>, setup: Setup<R>) -> Self {
        let sides = chronicle::sides(&**game.rules());
        Self {
            table,
            setup,
            sides,
            told: game.events().len(),
            turn: 0,
            board: String::new(),
            stale: true,
            thoughts: Vec::new(),
            is_new_run: true,
            hint: None,
            hints: 0,
            game,
        }
    }

    pub(crate) fn record(&self) -> &Record {
        self.game.record()
    }

    fn side(&self, seat: Seat) -> &str {
        &self.sides[seat.index()]
    }

    /// Plays until the battle is over or the person leaves.
    pub(crate) fn run(&mut self) -> Result<()> {
        self.greet()?;
        loop {
            self.tell_news()?;
            if self.game.is_over() {
                return self.close();
            }
            let flow = match self.game.decider() {
                None => self.throw()?,
                Some(seat) if seat == self.setup.human => self.decide()?,
                Some(_) => self.opponent_decides()?,
            };
            if flow == Flow::Leave {
                return self.leave();
            }
        }
    }

    fn greet(&mut self) -> Result<()> {
        let human = self.setup.human;
        let scenario = self.game.record().scenario()?;
        self.table.say(&screen::title(R::TITLE, scenario.name()))?;
        if !scenario.summary().is_empty() {
            self.table.say(&screen::one_line(scenario.summary()))?;
        }
        let (ours, theirs) = (self.side(human).to_owned(), self.side(human.other()).to_owned());
        let opponent = self.setup.opponent.name();
        self.table
            .say(&format!("You: {ours}, the {human} side. Opponent: {theirs}, played by {opponent}."))?;
        if let Some(level) = self.setup.level {
            let levels = LEVELS.map(Level::name).join(", ");
            let about = level.about();
            self.table.say(&format!(
                "It plays by what it learned, at the level `{level}`: it {about}. `--level` chooses among {levels}."
            ))?;
        }
        if self.game.driver().seed().is_none() {
            self.table.say("The dice are yours: throw them on the table and type what they show.")?;
        }
        if let Some(autosave) = &self.setup.autosave {
            self.table.say(&format!("The battle is kept in {} as it goes.", autosave.path().display()))?;
        }
        self.table.say("Type ? for what is legal, help for the commands.")?;
        Ok(())
    }

    /// Tells what the person saw happen since it was told last.
    fn tell_news(&mut self) -> Result<()> {
        let news: Vec<String> = self
            .game
            .log(self.setup.human, self.told)
            .map(|event| self.game.rules().narrate(&event))
            .collect();
        self.told = self.game.events().len();
        let heading = screen::turn_heading(self.game.turn());
        for line in news.iter().map(|line| screen::one_line(line)).filter(|line| *line != heading) {
            self.table.say(&format!("  {line}"))?;
        }
        if !self.game.is_over() && self.game.turn() != self.turn {
            self.turn = self.game.turn();
            self.table.say(&format!("\n{heading}"))?;
            self.show_board()?;
        }
        Ok(())
    }

    fn show_board(&mut self) -> Result<()> {
        self.stale = false;
        self.board = self.game.rules().board(&self.game.view(self.setup.human));
        self.table.say(&self.board)?;
        Ok(())
    }

    /// Shows the board if it looks otherwise than last time, and not by the person's own
    /// doing alone.
    fn show_change(&mut self) -> Result<()> {
        let stale = std::mem::take(&mut self.stale);
        if stale && self.game.rules().board(&self.game.view(self.setup.human)) != self.board {
            self.show_board()?;
        }
        Ok(())
    }

    fn keep(&mut self) -> Result<()> {
        let Some(autosave) = &mut self.setup.autosave else {
            return Ok(());
        };
        let lines = self.game.record().lines.len();
        if let Err(error) = autosave.keep(lines, || self.game.save()) {
            let fault = screen::one_line(&format!("{error:#}"));
            self.table.say(&format!("Beware: {fault}. This battle is only kept when you save it."))?;
            self.setup.autosave = None;
        }
        Ok(())
    }

    fn opponent_decides(&mut self) -> Result<Flow> {
        let clock = Stopwatch::start();
        let (action, why) = {
            let position = self.game.position().expect("the opponent decides");
            let action = self.setup.opponent.decide(&position, &clock);
            // Even its value would tell what it holds where something is hidden.
            let why = if undo::sees_all(self.game.driver(), self.setup.human) {
                let thought = self.setup.opponent.thought();
                let reasons = thought.map(|t| screen::thought(t, |action| position.notation(*action)));
                let (name, decision) = (self.setup.opponent.name(), position.notation(action));
                format!("{name} decided `{decision}`.\n{}", reasons.unwrap_or_default())
            } else {
                "The opponent keeps its thoughts while the battle lasts: they would show what you cannot see.\n".to_owned()
            };
            (action, why)
        };
        if std::mem::take(&mut self.is_new_run) {
            self.thoughts.clear();
        }
        self.thoughts.push(why);
        self.game.act(action)?;
        self.stale = true;
        Ok(Flow::On)
    }

    /// The dice that are due: from the seed, or from the person's table.
    fn throw(&mut self) -> Result<Flow> {
        let throw = self.game.due().expect("a throw is due");
        self.stale = true;
        let before = self.game.record().lines.len();
        if self.game.driver().seed().is_some() {
            self.game.throw()?;
        } else if throw.seen.by(self.setup.human) {
            return self.ask_throw(&throw);
        } else {
            self.throw_unseen(&throw)?;
        }
        if throw.seen.by(self.setup.human) {
            let rolls: Vec<Vec<u8>> = self.game.record().lines[before..]
                .iter()
                .filter_map(
                    |line| if let Line::Throw { dice, .. } = line { Some(dice.clone()) } else { None },
                )
                .collect();
            for (number, roll) in rolls.iter().enumerate() {
                let again = if number + 1 < rolls.len() { "; thrown again" } else { "" };
                let words = screen::pips(&throw, roll, &self.sides);
                self.table.say(&format!("Dice for {}: {words}{again}.", throw.purpose.name()))?;
            }
        }
        Ok(Flow::On)
    }

    /// What only the opponent may see is thrown by the program, whoever throws the rest.
    fn throw_unseen(&mut self, throw: &Throw) -> Result<()> {
        let dice = sandtable_core::Dice::new(self.setup.seed.derive("unseen", 0));
        self.game.throw_from(&dice)?;
        self.table.say(&format!(
            "{}'s own dice are thrown where you do not see them.",
            self.side(throw.seat).to_owned()
        ))?;
        Ok(())
    }

    fn ask_throw(&mut self, throw: &Throw) -> Result<Flow> {
        self.keep()?;
        let dice = screen::dice(throw, &self.sides);
        let one = throw.dice.len() == 1;
        let verb = if one { "does it" } else { "do they" };
        let question = format!("Throw for {}: {dice}. What {verb} show?", throw.purpose.name());
        let Some(line) = self.table.ask(&question)? else {
            return Ok(Flow::Leave);
        };
        if !line.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return match commands::read(&line, &[]) {
                Ok(Entry::Command(name, rest)) => self.command(name, &rest),
                Ok(Entry::List(_) | Entry::Act(_)) | Err(_) => self.say_on(if one {
                    "Dice are due: type the number that the die shows, or a command."
                } else {
                    "Dice are due: type the numbers that they show, in that order, or a command."
                }),
            };
        }
        let pips: Result<Vec<u8>, _> =
            line.split([' ', ',']).filter(|word| !word.is_empty()).map(str::parse::<u8>).collect();
        let Ok(pips) = pips else {
            return self.say_on(&format!("`{line}` is not what dice show: type whole numbers, such as 7 3."));
        };
        match self.game.throw_was(&pips) {
            Ok(true) => Ok(Flow::On),
            Ok(false) => self.say_on("These dice do not count: throw them again."),
            Err(error) => self.say_on(&capital(&error.to_string())),
        }
    }

    fn say_on(&mut self, text: &str) -> Result<Flow> {
        self.table.say(text)?;
        Ok(Flow::On)
    }

    /// Asks the person for the decision that is due.
    fn decide(&mut self) -> Result<Flow> {
        self.keep()?;
        self.show_change()?;
        let human = self.setup.human;
        let list = self.notations();
        let prompt = screen::one_line(&self.game.rules().prompt(&self.game.view(human)));
        let question = format!("{prompt} [{} choices]", list.len());
        let Some(line) = self.table.ask(&question)? else {
            return Ok(Flow::Leave);
        };
        match commands::read(&line, &list) {
            Err(fault) => self.say_on(&fault),
            Ok(Entry::List(filter)) => self.list(&list, &filter),
            Ok(Entry::Command(name, rest)) => self.command(name, &rest),
            Ok(Entry::Act(index)) => self.act(index),
        }
    }

    fn notations(&self) -> Vec<String> {
        let actions = self.game.actions(self.setup.human).iter();
        actions.map(|&action| self.game.rules().notation(self.game.state(), action)).collect()
    }

    fn list(&mut self, list: &[String], filter: &str) -> Result<Flow> {
        let human = self.setup.human;
        let view = self.game.view(human);
        let numbered = commands::is_numbered(list);
        let widest = list.iter().map(|entry| entry.chars().count()).max().unwrap_or_default();
        let mut page = Page::default();
        for (i, (entry, &action)) in list.iter().zip(self.game.actions(human)).enumerate() {
            if !entry.to_lowercase().starts_with(filter) {
                continue;
            }
            let number = if numbered { format!("{:>4}  ", i + 1) } else { "  ".to_owned() };
            let words = screen::one_line(&self.game.rules().describe(&view, action));
            page.line(format!("{number}{entry:<widest$}  {words}"));
        }
        if page.is_empty() {
            page.line(format!("Nothing legal begins with `{filter}`."));
        }
        self.say_on(&page.text())
    }

    fn act(&mut self, index: usize) -> Result<Flow> {
        let human = self.setup.human;
        let action = self.game.actions(human)[index];
        let view = self.game.view(human);
        if !self.setup.yes
            && let Some(odds) = self.game.rules().odds(&view, action)
        {
            let words = capital(&screen::one_line(&self.game.rules().describe(&view, action)));
            self.table.say(&words)?;
            self.table.say(&screen::odds(&odds, &self.sides, human))?;
            match self.table.confirm("Do it?")? {
                None => return Ok(Flow::Leave),
                Some(false) => return Ok(Flow::On),
                Some(true) => {}
            }
        }
        self.game.act(action)?;
        self.is_new_run = true;
        self.keep()?;
        Ok(Flow::On)
    }
}
