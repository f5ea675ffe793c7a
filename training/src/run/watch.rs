//! What a program shows while a run works.

/// Is told how far a run is. Nothing depends on what it does.
pub trait Watch {
    /// A stage begins that takes so many steps, some of which may be done.
    fn begin(&mut self, stage: &str, done: u64, steps: u64);

    /// So many steps are done; `speeds` is for people: `812 positions/s`.
    fn at(&mut self, done: u64, speeds: &str);

    /// Something worth a line.
    fn note(&mut self, line: &str);
}

/// Shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watch for Silent {
    fn begin(&mut self, _: &str, _: u64, _: u64) {}

    fn at(&mut self, _: u64, _: &str) {}

    fn note(&mut self, _: &str) {}
}
