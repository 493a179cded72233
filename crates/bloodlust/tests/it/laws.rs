//! The laws every game keeps.

laws::keep!(bloodlust::BloodLust);
laws::keep_instinct!(bloodlust::BloodLust);
laws::keep_tensor!(bloodlust::BloodLust);
lessons::keep!(bloodlust::BloodLust);
