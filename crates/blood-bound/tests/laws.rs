//! The laws that every game keeps.

laws::keep!(blood_bound::BloodBound);
