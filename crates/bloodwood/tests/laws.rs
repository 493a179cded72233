//! The laws every game keeps.

laws::keep!(bloodwood::Bloodwood);
