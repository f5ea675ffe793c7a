//! Directions: whole degrees clockwise from north.

use serde::{Deserialize, Serialize};

use super::point::Vector;

/// One of 360 directions: whole degrees clockwise from north, 0 to 359.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Heading(u16);

/// A length of one on the scale of [`SINE`].
pub(super) const ONE: i64 = 1 << 30;

/// The sine of 0 to 90 degrees in units of [`ONE`], rounded down, so that no vector of the
/// table is longer than it says.
#[rustfmt::skip]
const SINE: [i32; 91] = [
    0, 18_739_378, 37_473_049, 56_195_305, 74_900_443, 93_582_766, 112_236_582, 130_856_211,
    149_435_979, 167_970_227, 186_453_311, 204_879_598, 223_243_478, 241_539_355, 259_761_657, 277_904_833,
    295_963_357, 313_931_727, 331_804_471, 349_576_144, 367_241_332, 384_794_655, 402_230_766, 419_544_354,
    436_730_145, 453_782_903, 470_697_434, 487_468_587, 504_091_252, 520_560_365, 536_870_912, 553_017_921,
    568_996_477, 584_801_710, 600_428_808, 615_873_008, 631_129_608, 646_193_960, 661_061_475, 675_727_624,
    690_187_940, 704_438_018, 718_473_517, 732_290_163, 745_883_745, 759_250_124, 772_385_229, 785_285_057,
    797_945_680, 810_363_241, 822_533_957, 834_454_122, 846_120_103, 857_528_349, 868_675_383, 879_557_810,
    890_172_315, 900_515_665, 910_584_709, 920_376_380, 929_887_696, 939_115_759, 948_057_758, 956_710_970,
    965_072_758, 973_140_576, 980_911_965, 988_384_560, 995_556_083, 1_002_424_349, 1_008_987_268, 1_015_242_839,
    1_021_189_158, 1_026_824_412, 1_032_146_886, 1_037_154_958, 1_041_847_102, 1_046_221_890, 1_050_277_988, 1_054_014_162,
    1_057_429_273, 1_060_522_280, 1_063_292_242, 1_065_738_315, 1_067_859_753, 1_069_655_912, 1_071_126_242, 1_072_270_298,
    1_073_087_729, 1_073_578_287, 1_073_741_824,
];

/// Every direction's unit vector, made from the quarter in [`SINE`].
static VECTORS: [Vector; 360] = vectors();

const fn vectors() -> [Vector; 360] {
    let mut all = [Vector::new(0, 0); 360];
    let mut degree = 0;
    while degree < 90 {
        let ahead = Vector::new(SINE[degree], SINE[90 - degree]);
        all[degree] = ahead;
        all[degree + 90] = ahead.right();
        all[degree + 180] = ahead.right().right();
        all[degree + 270] = ahead.right().right().right();
        degree += 1;
    }
    all
}

/// Sine and cosine of 0.5, 1.5 to 44.5 degrees, on any scale.
static BISECTORS: [[i64; 2]; 45] = bisectors();

const fn bisectors() -> [[i64; 2]; 45] {
    let mut all = [[0; 2]; 45];
    let mut degree = 0;
    while degree < 45 {
        let aside = SINE[degree] as i64 + SINE[degree + 1] as i64;
        let ahead = SINE[90 - degree] as i64 + SINE[89 - degree] as i64;
        all[degree] = [aside, ahead];
        degree += 1;
    }
    all
}

/// Parts into which tangents from 0 to 1 are cut.
const BINS: i64 = 256;

/// How many bisectors lie wholly before each part.
static BEFORE: [u8; BINS as usize + 1] = before();

const fn before() -> [u8; BINS as usize + 1] {
    let all = bisectors();
    let mut counts = [0; BINS as usize + 1];
    let mut bin = 0;
    while bin < counts.len() {
        let mut count = 0;
        while count < 45 && all[count][0] * BINS < all[count][1] * bin as i64 {
            count += 1;
        }
        counts[bin] = count as u8;
        bin += 1;
    }
    counts
}

impl Heading {
    /// Degrees in a full turn.
    pub const TURN: u16 = 360;
    /// Towards higher y.
    pub const NORTH: Self = Self(0);
    /// Towards higher x.
    pub const EAST: Self = Self(90);
    /// Towards lower y.
    pub const SOUTH: Self = Self(180);
    /// Towards lower x.
    pub const WEST: Self = Self(270);

    /// A heading from its degrees clockwise from north, 0 to 359.
    pub const fn new(degrees: u16) -> Option<Self> {
        if degrees < Self::TURN { Some(Self(degrees)) } else { None }
    }

    /// Degrees clockwise from north, 0 to 359.
    pub const fn degrees(self) -> u16 {
        self.0
    }

    /// Turned by so many degrees: clockwise when positive.
    #[must_use]
    #[inline]
    pub const fn turned(self, degrees: i32) -> Self {
        Self((self.0 as i32 + degrees).rem_euclid(Self::TURN as i32) as u16)
    }

    /// The opposite heading.
    #[must_use]
    pub const fn back(self) -> Self {
        self.turned(180)
    }

    /// East and west exchanged.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self((Self::TURN - self.0) % Self::TURN)
    }

    /// The shorter turn to another heading, -179 to 180 degrees, clockwise when positive.
    #[inline]
    pub const fn turn_to(self, other: Self) -> i32 {
        let turn = (other.0 as i32 - self.0 as i32).rem_euclid(Self::TURN as i32);
        if turn > 180 { turn - Self::TURN as i32 } else { turn }
    }

    /// Degrees between two headings, 0 to 180.
    pub const fn apart(self, other: Self) -> u16 {
        self.turn_to(other).unsigned_abs() as u16
    }

    /// The heading nearest to a direction; halfway between two, the one nearer to an axis.
    /// Nothing for a vector of no length.
    #[inline]
    pub fn nearest(way: Vector) -> Option<Self> {
        if way == Vector::default() {
            return None;
        }
        let (across, along) = (i64::from(way.x.abs()), i64::from(way.y.abs()));
        let (less, more) = (across.min(along), across.max(along));
        // Degrees from the axis: as many as bisectors of neighbouring headings lie before the
        // way. No two of them share a bin.
        let degrees = BEFORE[(BINS * less / more) as usize];
        let [aside, ahead] = BISECTORS[usize::from(degrees).min(44)];
        let degrees = i32::from(degrees) + i32::from(degrees < 45 && less * ahead > more * aside);
        let from_north = if across <= along { degrees } else { 90 - degrees };
        let right_half = if way.y >= 0 { from_north } else { 180 - from_north };
        Some(Self::NORTH.turned(if way.x >= 0 { right_half } else { -right_half }))
    }

    /// The unit vector, on a scale of 2^30.
    #[inline]
    pub(super) const fn vector(self) -> Vector {
        VECTORS[self.0 as usize]
    }

    /// A length divided by the cosine of an angle below 90 degrees, rounded up.
    pub(super) fn secant(length: i32, degrees: u16) -> i32 {
        let cosine = i64::from(SINE[usize::from(90 - degrees)]);
        ((i64::from(length) * ONE + cosine - 1) / cosine) as i32
    }

    /// The same on a scale of 2^24, for products of three.
    pub(super) const fn coarse_vector(self) -> Vector {
        let unit = self.vector();
        Vector::new(unit.x / 64, unit.y / 64)
    }

    /// The way of so many hundredths of an inch (0 to [`super::MOST`]), rounded towards
    /// zero: never longer than `distance`.
    #[inline]
    pub fn along(self, distance: i32) -> Vector {
        self.vector().part(i64::from(distance), ONE)
    }

    /// The same, rounded to the nearest whole point, halves away from zero.
    pub(super) fn nearest_along(self, distance: i32) -> Vector {
        let unit = self.vector();
        let part = |part: i32| {
            let exact = i64::from(part) * i64::from(distance);
            // Below zero a half is rounded down.
            ((exact + ONE / 2 + (exact >> 63)) >> ONE.trailing_zeros()) as i32
        };
        Vector::new(part(unit.x), part(unit.y))
    }
}

impl From<Heading> for u16 {
    fn from(heading: Heading) -> Self {
        heading.0
    }
}

impl TryFrom<u16> for Heading {
    type Error = &'static str;
    fn try_from(degrees: u16) -> Result<Self, Self::Error> {
        Self::new(degrees).ok_or("a heading is 0 to 359 degrees")
    }
}
