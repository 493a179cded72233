//! The laws that every game keeps.

laws::keep!(blood_bound::BloodBound);
laws::keep_instinct!(blood_bound::BloodBound);
laws::keep_tensor!(blood_bound::BloodBound);
lessons::keep!(blood_bound::BloodBound);
