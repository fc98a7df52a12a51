//! The loop that reads keys and draws. The terminal is given back as it was, also after a panic.

use super::draw::{Theme, draw};
use super::keys::Ui;
use super::plain::said;
use crate::cli::report::Status;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use retroshade::debug::Session;
use retroshade::render::Filled;

/// Shows a session until the user ends it.
///
/// # Errors
/// What the terminal refuses.
pub(super) fn run(session: Session, filled: &[Filled], theme: Theme) -> std::io::Result<Status> {
    let mut ui = Ui::new(session, filled.iter().map(said).collect());
    // Its panic hook gives the terminal back, too.
    let mut terminal = ratatui::try_init()?;
    let shown = loop {
        if let Err(fault) = terminal.draw(|frame| draw(frame, &ui, theme)) {
            break Err(fault);
        }
        match event::read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                if ui.key(key) {
                    break Ok(());
                }
            }
            // A new size is drawn.
            Ok(_) => {}
            Err(fault) => break Err(fault),
        }
    };
    let restored = ratatui::try_restore();
    shown.and(restored)?;
    Ok(Status::Done)
}
