//! The loop that reads keys and draws. The terminal is given back as it was, also after a panic or a signal.

use super::draw::{Theme, draw};
use super::keys::Ui;
use super::plain::said;
use crate::cli::report::Status;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use retroshade::debug::Session;
use retroshade::render::Filled;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a signal may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(200);

/// Shows a session until the user or a signal ends it.
///
/// # Errors
/// What the terminal refuses.
pub(super) fn run(session: Session, filled: &[Filled], theme: Theme) -> io::Result<Status> {
    let stopped = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stopped))?;
    }
    let mut ui = Ui::new(session, filled.iter().map(said).collect());
    // Its panic hook gives the terminal back, too.
    let mut terminal = ratatui::try_init()?;
    let shown = show(&mut terminal, &mut ui, theme, &stopped);
    let restored = ratatui::try_restore();
    shown.and(restored)?;
    Ok(if stopped.load(Ordering::Relaxed) {
        Status::Failed
    } else {
        Status::Done
    })
}

fn show(
    terminal: &mut DefaultTerminal,
    ui: &mut Ui,
    theme: Theme,
    stopped: &AtomicBool,
) -> io::Result<()> {
    while !stopped.load(Ordering::Relaxed) {
        terminal.draw(|frame| draw(frame, ui, theme))?;
        while !event::poll(PATIENCE)? {
            if stopped.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        // A new size is drawn, too.
        if let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
            && ui.key(key)
        {
            return Ok(());
        }
    }
    Ok(())
}
