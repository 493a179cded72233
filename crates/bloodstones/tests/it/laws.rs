//! The laws that every game keeps.

laws::keep!(bloodstones::Bloodstones);

laws::keep_instinct!(bloodstones::Bloodstones);
laws::keep_tensor!(bloodstones::Bloodstones);
lessons::keep!(bloodstones::Bloodstones);
