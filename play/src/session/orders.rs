//! The commands that are not actions.

use anyhow::Result;
use sandtable_agents::{Networks, build};
use sandtable_core::{Game, Playable, Seat};
use sandtable_eval::Stopwatch;

use super::{Flow, Session};
use crate::commands::{self, Entry};
use crate::file;
use sandtable_engine::opponents::adviser;
use sandtable_engine::screen::{self, Page};
use sandtable_engine::{chronicle, undo};

impl<R: Playable> Session<'_, R> {
    pub(super) fn command(&mut self, name: &str, rest: &str) -> Result<Flow> {
        match name {
            "help" => self.say_on(&commands::help()),
            "board" => self.show_board().map(|()| Flow::On),
            "forces" => self.forces(),
            "log" => self.log(rest),
            "odds" => self.odds(rest),
            "hint" => self.take_hint(),
            "why" => self.say_why(rest),
            "undo" => self.undo(),
            "save" => self.save(rest),
            "load" => self.load(rest),
            "resign" => self.resign(),
            _ => self.quit(),
        }
    }

    fn forces(&mut self) -> Result<Flow> {
        let view = self.game.view(self.setup.human);
        let mut page = Page::default();
        for seat in Seat::BOTH {
            let lines = self.game.rules().forces(&view, seat);
            if !lines.is_empty() {
                page.line(format!("{}:", self.sides[seat.index()]));
                for line in &lines {
                    page.line(format!("  {}", screen::one_line(line)));
                }
            }
        }
        if page.is_empty() {
            page.line("There are no units in this game.");
        }
        self.say_on(&page.text())
    }

    fn log(&mut self, rest: &str) -> Result<Flow> {
        let Ok(many) = (if rest.is_empty() { Ok(20) } else { rest.parse::<usize>() }) else {
            return self.say_on(&format!("`{rest}` is not a number of lines: type `log 20`."));
        };
        let human = self.setup.human;
        let lines: Vec<String> = self
            .game
            .log(human, 0)
            .map(|event| format!("  {}\n", screen::one_line(&self.game.rules().narrate(&event))))
            .collect();
        let text = lines[lines.len().saturating_sub(many)..].concat();
        self.say_on(if text.is_empty() { "Nothing has happened yet." } else { &text })
    }

    fn odds(&mut self, rest: &str) -> Result<Flow> {
        let human = self.setup.human;
        let (view, list) = (self.game.view(human), self.notations());
        let mut page = Page::default();
        if rest.is_empty() {
            for (entry, &action) in list.iter().zip(self.game.actions(human)) {
                if let Some(odds) = self.game.rules().odds(&view, action) {
                    let chances: Vec<String> = odds
                        .percentages()
                        .map(|(words, percent)| format!("{words} {percent:.1} %"))
                        .collect();
                    page.line(format!("  {entry}: {}", chances.join(", ")));
                }
            }
            let text = page.text();
            return self.say_on(if text.is_empty() { "No throw can be begun now." } else { &text });
        }
        match commands::read(rest, &list) {
            Ok(Entry::Act(index)) => {
                let action = self.game.actions(human)[index];
                match self.game.rules().odds(&view, action) {
                    Some(odds) => self.say_on(&screen::odds(&odds, &self.sides, human)),
                    None => self.say_on(&format!("`{}` leads to no throw.", list[index])),
                }
            }
            Ok(_) => self.say_on(&format!("`{rest}` is not an action: type `odds` with one that ? lists.")),
            Err(fault) => self.say_on(&fault),
        }
    }

    fn take_hint(&mut self) -> Result<Flow> {
        let Some(position) = self.game.position() else {
            return self.say_on("Dice are due now; there is nothing to decide.");
        };
        let mut agent = build::<R>(&adviser::<R>(), &Networks::new())?;
        self.hints += 1;
        agent.begin(self.setup.seed.derive("hint", self.hints));
        let action = agent.decide(&position, &Stopwatch::start());
        let words = screen::one_line(&self.game.rules().describe(position.view(), action));
        let mut text = format!("{} would play `{}`: {words}\n", agent.name(), position.notation(action));
        let thought = agent.thought();
        let reasons = thought.map(|thought| screen::thought(thought, |action| position.notation(*action)));
        text.push_str(&reasons.unwrap_or_default());
        self.hint = Some(text.clone());
        self.say_on(&text)
    }

    fn say_why(&mut self, rest: &str) -> Result<Flow> {
        let count = self.thoughts.len();
        let back = match rest.parse::<usize>() {
            _ if rest.is_empty() => 0,
            Ok(back) if back < count => back,
            Ok(_) => {
                let last = count.saturating_sub(1);
                return self
                    .say_on(&format!("Its last run of decisions goes {last} back from the last one."));
            }
            Err(_) => return self.say_on(&format!("`{rest}` is not a number of decisions: type `why 3`.")),
        };
        let mut text = match count.checked_sub(1 + back) {
            Some(index) => self.thoughts[index].clone(),
            None => "The opponent has not decided anything yet.\n".to_owned(),
        };
        if let Some(hint) = self.hint.as_ref().filter(|_| rest.is_empty()) {
            text.push_str("The last hint: ");
            text.push_str(hint);
        }
        self.say_on(&text)
    }

    fn undo(&mut self) -> Result<Flow> {
        match undo::undo(&self.game, self.setup.human) {
            Err(fault) => self.say_on(&fault),
            Ok(game) => {
                self.go_on_from(game);
                self.say_on("Your last decision is taken back.")
            }
        }
    }

    fn go_on_from(&mut self, game: Game<R>) {
        self.told = game.events().len();
        self.turn = game.turn();
        self.stale = true;
        self.game = game;
    }

    fn save(&mut self, rest: &str) -> Result<Flow> {
        if rest.is_empty() {
            return self.say_on("Where to? Type `save FILE`.");
        }
        match file::write(rest.as_ref(), &file::save_text(&self.game.save())) {
            Ok(()) => self.say_on(&format!("Saved: go on with `sandtable play --terminal --load {rest}`.")),
            Err(error) => self.say_on(&format!("{}.", screen::one_line(&format!("{error:#}")))),
        }
    }

    fn load(&mut self, rest: &str) -> Result<Flow> {
        if rest.is_empty() {
            return self.say_on("What? Type `load FILE`.");
        }
        let read = || -> Result<Game<R>> {
            let (save, _) = file::save(rest.as_ref())?;
            Ok(Game::restore(&save)?)
        };
        match read() {
            Err(error) => self.say_on(&format!("{}.", screen::one_line(&format!("{error:#}")))),
            Ok(game) if game.is_over() => self.say_on(&format!("{rest}: this battle is over.")),
            Ok(game) => {
                self.sides = chronicle::sides(&**game.rules());
                self.go_on_from(game);
                self.say_on(&format!("Going on with {rest}, turn {}.", self.turn))
            }
        }
    }

    fn resign(&mut self) -> Result<Flow> {
        if !self.setup.yes {
            match self.table.confirm("Give the battle up?")? {
                None => return Ok(Flow::Leave),
                Some(false) => return Ok(Flow::On),
                Some(true) => {}
            }
        }
        self.game.resign(self.setup.human)?;
        Ok(Flow::On)
    }

    fn quit(&mut self) -> Result<Flow> {
        self.keep()?;
        if self.setup.autosave.is_some() {
            return Ok(Flow::Leave);
        }
        let sure =
            self.table.confirm("This battle is not kept: `save FILE` keeps it. Leave all the same?")?;
        Ok(if sure == Some(false) { Flow::On } else { Flow::Leave })
    }

    /// The person leaves: the battle is kept.
    pub(super) fn leave(&mut self) -> Result<()> {
        self.keep()?;
        let text = match &self.setup.autosave {
            Some(autosave) => {
                format!(
                    "The battle is kept. Go on with: sandtable play --terminal --load {}",
                    autosave.path().display()
                )
            }
            None => "The battle is kept only where you saved it.".to_owned(),
        };
        self.table.say(&text)?;
        Ok(())
    }

    /// The battle is over: the board, the verdict, where the record is.
    pub(super) fn close(&mut self) -> Result<()> {
        self.show_board()?;
        let text = screen::verdict(&self.game, &self.sides);
        self.table.say(&text)?;
        let Some(autosave) = &self.setup.autosave else {
            return Ok(());
        };
        let path = autosave.finish(self.game.record())?;
        self.table.say(&format!(
            "Its record is kept. For a report: sandtable replay {} --report battle.md",
            path.display()
        ))?;
        Ok(())
    }
}
