//! The laws that every game keeps.

laws::keep!(kings_blood::KingsBlood);
