//! The laws that every game keeps.

laws::keep!(bloodstones::Bloodstones);
