//! The laws every game keeps.

laws::keep!(bloodwood::Bloodwood);
laws::keep_instinct!(bloodwood::Bloodwood);
laws::keep_tensor!(bloodwood::Bloodwood);
lessons::keep!(bloodwood::Bloodwood);
