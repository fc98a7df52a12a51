//! The rules in groups that can be left out, to see what each is worth.

/// Rules that are applied together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Sums expanded, factored, and factored for one atom.
    Sums,
    /// Differences to sums that are there already.
    KnownSums,
    /// The larger of two as what the smaller leaves of their sum.
    Extremes,
    /// Sums and products of values that are 0 or 1 as the larger or the smaller.
    Truth,
    /// Sums of lanes of a vector as inner products with a literal, for machines that have these.
    LaneSums,
    /// Inner products and unit vectors of what is shifted or scaled.
    Linearity,
    /// Vectors of affine forms as sums of vectors.
    AffineForms,
    /// Tests of two bounds at once.
    Ranges,
    /// Between vectors and their lanes.
    Lanes,
}

impl Group {
    /// Every group, in the order of application.
    pub const ALL: [Group; 9] = [
        Group::Sums,
        Group::Extremes,
        Group::Truth,
        Group::LaneSums,
        Group::Linearity,
        Group::AffineForms,
        Group::KnownSums,
        Group::Ranges,
        Group::Lanes,
    ];

    /// The name under which it can be left out.
    pub fn name(self) -> &'static str {
        match self {
            Group::Sums => "rules_sums",
            Group::KnownSums => "rules_known_sums",
            Group::Extremes => "rules_extremes",
            Group::Truth => "rules_truth",
            Group::LaneSums => "rules_lane_sums",
            Group::Linearity => "rules_linearity",
            Group::AffineForms => "rules_affine_forms",
            Group::Ranges => "rules_ranges",
            Group::Lanes => "rules_lanes",
        }
    }
}

/// The groups that are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// By the place in [`Group::ALL`].
    applied: [bool; Group::ALL.len()],
}

impl Rules {
    /// All of them.
    pub const ALL: Rules = Rules {
        applied: [true; Group::ALL.len()],
    };

    /// All but those that are to be left out by their names.
    pub fn without(omits: impl Fn(&str) -> bool) -> Rules {
        Rules {
            applied: Group::ALL.map(|group| !omits(group.name())),
        }
    }

    pub(crate) fn include(self, group: Group) -> bool {
        let mut groups = Group::ALL.iter().zip(self.applied);
        groups.any(|(one, applied)| *one == group && applied)
    }
}
