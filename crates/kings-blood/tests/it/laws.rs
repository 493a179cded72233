//! The laws that every game keeps.

laws::keep!(kings_blood::KingsBlood);

laws::keep_instinct!(kings_blood::KingsBlood);
laws::keep_tensor!(kings_blood::KingsBlood);
lessons::keep!(kings_blood::KingsBlood);
