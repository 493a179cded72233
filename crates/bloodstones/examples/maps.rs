//! Draws the maps that come with the game: `cargo run -p bloodstones --example maps -- FOLDER`.

use bloodstones::map;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    for map in map::all() {
        println!("{}", map::check(&map.text));
        std::fs::write(format!("{folder}/{}.svg", map.slug.unwrap_or("map")), map::draw(&map))?;
    }
    Ok(())
}
