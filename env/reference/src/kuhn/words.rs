//! Kuhn poker in words.

use sandtable_core::{Depict, Odds, Seat, Words};

use super::{Action, Card, Event, Held, Kuhn, Stage, View};

impl Stage {
    /// Chips that each seat has put in.
    const fn pot(self) -> [u8; 2] {
        match self {
            Self::Deal(_) | Self::Open | Self::Passed => [1, 1],
            Self::Bet | Self::Folded(Seat::Second) => [2, 1],
            Self::PassedBet | Self::Folded(Seat::First) => [1, 2],
            Self::Shown { chips } => [chips, chips],
        }
    }

    /// Whether the player to decide faces a bet.
    const fn is_bet(self) -> bool {
        matches!(self, Self::Bet | Self::PassedBet)
    }
}

const fn name(card: Card) -> &'static str {
    match card {
        Card::Jack => "jack",
        Card::Queen => "queen",
        Card::King => "king",
    }
}

const fn held(held: Held) -> &'static str {
    match held {
        Held::Undealt => "no card yet",
        Held::Hidden => "a card face down",
        Held::Known(card) => name(card),
    }
}

/// Played without a table.
impl Depict for Kuhn {}

impl Words for Kuhn {
    const TITLE: &'static str = "Kuhn poker";

    fn side(&self, seat: Seat) -> String {
        match seat {
            Seat::First => "First player".to_owned(),
            Seat::Second => "Second player".to_owned(),
        }
    }

    fn prompt(&self, view: &View) -> String {
        let card = held(view.cards[view.seat.index()]);
        let side = self.side(view.seat);
        if view.stage.is_bet() {
            format!("{side}, with the {card}: meet the bet, or pass and give up the pot")
        } else {
            format!("{side}, with the {card}: bet a chip or pass")
        }
    }

    fn board(&self, view: &View) -> String {
        let pot = view.stage.pot();
        Seat::BOTH.iter().fold(String::new(), |text, &seat| {
            let (card, chips) = (held(view.cards[seat.index()]), pot[seat.index()]);
            let plural = if chips == 1 { "" } else { "s" };
            format!("{text}{:14} {card}, {chips} chip{plural} in the pot\n", self.side(seat))
        })
    }

    fn describe(&self, view: &View, action: Action) -> String {
        match (action, view.stage.is_bet()) {
            (Action::Pass, false) => "put in nothing",
            (Action::Pass, true) => "give up the pot",
            (Action::Bet, false) => "bet one chip",
            (Action::Bet, true) => "meet the bet with one chip",
        }
        .to_owned()
    }

    fn narrate(&self, event: &Event) -> String {
        match *event {
            Event::Dealt { seat, card: Some(card) } => {
                format!("{} gets the {}.", self.side(seat), name(card))
            }
            Event::Dealt { seat, card: None } => format!("{} gets a card.", self.side(seat)),
            Event::Acted { seat, action: Action::Pass } => format!("{} passes.", self.side(seat)),
            Event::Acted { seat, action: Action::Bet } => format!("{} puts in a chip.", self.side(seat)),
            Event::Shown { cards: [first, second] } => {
                format!("The cards are shown: {} against {}.", name(first), name(second))
            }
        }
    }

    fn outcome(&self, card: Card) -> String {
        format!("the {}", name(card))
    }

    fn odds(&self, _: &View, _: Action) -> Option<Odds> {
        None
    }
}
