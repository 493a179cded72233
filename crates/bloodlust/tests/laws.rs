//! The laws every game keeps.

laws::keep!(bloodlust::BloodLust);
