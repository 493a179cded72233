//! `sanguis review`: what the bots say about a recorded game.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ArgMatches;
use lab::{Judgement, ReviewSettings, named, percent};
use report::{Curve, Grid, Lines, Page, Unit};
use table::{Observer, Record, Text, say};

use crate::{Failure, Outcome, files, output};

/// The most turning points that the plot marks.
const MOST: usize = 8;

pub(crate) fn review(args: &ArgMatches) -> Outcome {
    let Some(file) = args.get_one::<PathBuf>("file") else { return Err(Failure("Name a record.".into())) };
    let record = files::read_record(file)?;
    output::speak_of(shelf::find(&record.game)?.game.info());
    let moments = args.get_one::<u64>("moments").copied().unwrap_or(150) as usize;
    let settings = ReviewSettings { moments, ..ReviewSettings::default() };
    let bar = output::progress(record.actions.len() as u64, "actions, {eta} left");
    let judgement = judge(&record, settings, &mut |done, _| {
        bar.set_position(done as u64);
        true
    })?;
    bar.finish_and_clear();
    if let Some(path) = args.get_one::<PathBuf>("html") {
        files::save(path, &page(&record, &judgement)?.to_html())?;
    }
    if args.get_flag("json") {
        let review = lab::Review::new(&record, judgement);
        output::json(&review);
    } else {
        output::print(&text(&record, &judgement)?);
        if let Some(path) = args.get_one::<PathBuf>("html") {
            output::line(&format!("\nThe page: {}", path.display()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Lets the bots of a record's game judge it.
fn judge(
    record: &Record,
    settings: ReviewSettings,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Judgement, Failure> {
    Ok(shelf::find(&record.game)?.lab.judge(record, &[], settings, progress)?)
}

fn text(record: &Record, judgement: &Judgement) -> Result<String, Failure> {
    let info = shelf::find(&record.game)?.game.info();
    let mut out = format!(
        "{}: {} actions, {} moments judged by the bots\n\n",
        info.name,
        record.actions.len(),
        judgement.moments.len()
    );
    let shares = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];
    let moment = |share: f64| {
        let at = ((judgement.moments.len() - 1) as f64 * share).round() as usize;
        &judgement.moments[at]
    };
    let mut head = vec!["chance to win".to_owned()];
    head.extend(shares.iter().map(|&share| format!("after {}", moment(share).version)));
    let names = output::names_in(record);
    let rows = names.iter().enumerate().flat_map(|(i, name)| {
        let row = |name: String, chance: &dyn Fn(&lab::Moment) -> f32| {
            [name].into_iter().chain(shares.iter().map(|&share| percent(chance(moment(share))))).collect()
        };
        [row(name.clone(), &|it| it.truth[i]), row(format!("  as {name} saw it"), &|it| it.seen[i])]
    });
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    out += &output::columns(&head, rows);
    out += &output::list(
        &output::say(&say!("Turning points, with all cards open:")),
        &in_words(&judgement.turns_in_words(&names)),
        &output::say(&say!("None: the chances never moved far.")),
    );
    out += &output::list(
        &output::say(&say!("What would have been better:")),
        &in_words(&judgement.advice_in_words(&names)),
        &output::say(&say!("Nothing that would have made much difference.")),
    );
    let accounts = judgement.accounts(&names).into_iter().flat_map(|account| account.remarks);
    out += "\n";
    for remark in [judgement.decided_in_words(&names)].into_iter().chain(accounts).filter(|it| !it.is_empty())
    {
        out += &output::text(&output::seat_name).wrap("", &output::say(&remark));
    }
    Ok(out)
}

fn in_words(texts: &[Text]) -> Vec<String> {
    texts.iter().map(output::say).collect()
}

/// The record as a page: how it went, what mattered, and the whole story.
fn page(record: &Record, judgement: &Judgement) -> Result<Page, Failure> {
    let entry = shelf::find(&record.game)?;
    let game = entry.game.replay(record, record.actions.len())?;
    let names = &output::names_in(record);
    let mut page = Page::new(format!("A game of {}", entry.game.info().name));
    let verdict = game.view(Observer::All).scene.verdict.unwrap_or_else(|| say!("The game is not over."));
    page.lead(&named(&verdict, names));
    page.heading("Chances over time");
    page.paragraph(
        "Each seat's chance to win after each action, as the bots judge it: averaged over many ways the game could have gone on.",
    );
    let points = |pick: &dyn Fn(&lab::Moment) -> f32| -> Vec<(f64, f64)> {
        judgement.moments.iter().map(|it| (it.version as f64, f64::from(pick(it)))).collect()
    };
    let mut all =
        Lines::new("All seats", "Judged with all cards open.", "action", Unit::Percent).range(0.0, 1.0);
    for (i, name) in names.iter().enumerate() {
        all = all.curve(Curve::new(name, points(&|it| it.truth[i])));
    }
    for (i, turn) in judgement.turning_points(MOST).iter().enumerate() {
        all = all.mark(turn.after.version as f64, format!("{}", i + 1));
    }
    page.plot(&all);
    page.heading("Turning points");
    page.numbered(in_words(&judgement.turns_in_words(names)));
    page.heading("Seat by seat");
    for (i, name) in names.iter().enumerate() {
        page.plot(
            &Lines::new(
                name.as_str(),
                "With all cards open, and as this seat could judge it from what it knew.",
                "action",
                Unit::Percent,
            )
            .range(0.0, 1.0)
            .curve(Curve::new("all cards open", points(&|it| it.truth[i])))
            .curve(Curve::new("as the seat saw it", points(&|it| it.seen[i]))),
        );
    }
    page.heading("What would have been better");
    let mut grid = Grid::new(["action", "who", "done", "chance", "better", "chance"]);
    for it in judgement.best_advice(40) {
        grid.push([
            it.version.to_string(),
            names[it.seat.index()].clone(),
            named(&it.played, names),
            percent(it.played_chance),
            named(&it.advised, names),
            percent(it.advised_chance),
        ]);
    }
    page.table("The advice that would have mattered most, from what the seat knew", &grid);
    page.heading("The story");
    page.list(
        game.story(Observer::All, 0)
            .iter()
            .map(|line| format!("{}. {}", line.version, named(&line.text, names))),
    );
    Ok(page)
}
