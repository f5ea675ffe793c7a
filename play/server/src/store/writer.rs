//! The thread that writes: whatever came meanwhile, in one transaction.

use std::sync::mpsc::Receiver;

use super::changes::Order;
use super::file::BattleFile;
use super::progress::Progress;

/// Changes in one transaction, so that the first of many does not wait for all.
const MOST: usize = 512;

/// Writes until nobody can order anything more, or writing fails.
pub(crate) fn run(mut file: BattleFile, queue: &Receiver<Order>, progress: &Progress) {
    while let Ok(first) = queue.recv() {
        let mut changes = Vec::new();
        let mut next = Some(first);
        let mut number = None;
        let mut question = None;
        while let Some(order) = next.take() {
            match order {
                Order::Change { number: its, change } => {
                    number = Some(its);
                    changes.push(change);
                }
                // It is answered when what came before it is written.
                order => {
                    question = Some(order);
                    break;
                }
            }
            if changes.len() < MOST {
                next = queue.try_recv().ok();
            }
        }
        if let Some(number) = number {
            if let Err(fault) = file.write(&changes) {
                tracing::error!(%fault, "the battles cannot be written; the server stops");
                progress.fail(fault.to_string());
                return;
            }
            progress.reach(number);
        }
        match question {
            // Whoever asked may be gone.
            Some(Order::Load { game, answer }) => drop(answer.send(file.load(&game))),
            Some(Order::Unfinished { answer }) => drop(answer.send(file.unfinished())),
            Some(Order::Change { .. }) | None => {}
        }
    }
}
