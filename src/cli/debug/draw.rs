//! The screen.

use super::keys::{KEYS, Pane, Ui};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use retroshade::debug::ScreenRow;

/// Columns from which the registers stand beside the machine code.
const WIDE: u16 = 140;

/// Columns from which registers are in two columns.
const TWO_COLUMNS: u16 = 90;

/// The most lines of what was said.
const MOST_SAID: usize = 8;

/// Colours, or none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    pub(super) colored: bool,
}

impl Theme {
    fn of(self, color: Color) -> Style {
        if self.colored {
            Style::new().fg(color)
        } else {
            Style::new()
        }
    }

    fn soft(self) -> Style {
        if self.colored {
            Style::new().fg(Color::DarkGray)
        } else {
            Style::new().add_modifier(Modifier::DIM)
        }
    }
}

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, ui: &Ui, theme: Theme) {
    let said = ui.said.len().min(MOST_SAID) as u16;
    let [title, body, said_area, status, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(3),
        Constraint::Length(said),
        Constraint::Length(2),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Line::styled(ui.screen.title.clone(), bold), title);
    let [source, code, registers] = panes(body);
    rows(frame, source, ui, Pane::Source, theme);
    rows(frame, code, ui, Pane::Code, theme);
    self::registers(frame, registers, ui, theme);
    let said: Vec<Line<'_>> = ui
        .said
        .iter()
        .take(MOST_SAID)
        .map(|line| Line::raw(line.as_str()))
        .collect();
    frame.render_widget(
        Paragraph::new(said).style(theme.of(Color::Yellow)),
        said_area,
    );
    let effect = if ui.screen.effect.is_empty() {
        Line::default()
    } else {
        Line::raw(format!("did: {}", ui.screen.effect))
    };
    let status_lines = vec![effect, Line::styled(ui.screen.position.clone(), bold)];
    frame.render_widget(Paragraph::new(status_lines), status);
    prompt(frame, keys, ui, theme);
    if ui.shows_help {
        help(frame, body);
    }
}

/// Source and machine code side by side; the registers beside them or below.
fn panes(body: Rect) -> [Rect; 3] {
    if body.width >= WIDE {
        return Layout::horizontal([
            Constraint::Fill(4),
            Constraint::Fill(5),
            Constraint::Fill(4),
        ])
        .areas(body);
    }
    let [above, registers] =
        Layout::vertical([Constraint::Fill(3), Constraint::Fill(2)]).areas(body);
    let [source, code] =
        Layout::horizontal([Constraint::Fill(2), Constraint::Fill(3)]).areas(above);
    [source, code, registers]
}

/// The frame of a pane, double where the keys move.
fn block<'a>(title: &'a str, ui: &Ui, pane: Pane, theme: Theme) -> Block<'a> {
    let block = Block::bordered().title(title);
    if ui.focus == pane {
        block
            .border_type(ratatui::widgets::BorderType::Double)
            .border_style(theme.of(Color::Cyan))
    } else {
        block.border_style(theme.soft())
    }
}

/// The lines of the source or of the machine code, around the chosen one.
fn rows(frame: &mut Frame<'_>, area: Rect, ui: &Ui, pane: Pane, theme: Theme) {
    let (title, list, chosen) = match pane {
        Pane::Source => (ui.screen.source.as_str(), &ui.screen.lines, ui.chosen[0]),
        _ => ("machine code", &ui.screen.code, ui.chosen[1]),
    };
    let block = block(title, ui, pane, theme);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let focus = ui.row(pane).unwrap_or(0);
    let mut lines = Vec::new();
    let mut first = 0;
    for (number, row) in list.iter().enumerate() {
        if number == focus {
            first = lines.len();
        }
        let is_chosen = chosen == Some(number);
        lines.extend(row_lines(row, is_chosen, inner.width.into(), theme));
    }
    if list.is_empty() {
        lines.push(Line::styled("the text is not at hand", theme.soft()));
    }
    let height = usize::from(inner.height);
    let most = lines.len().saturating_sub(height);
    let top = first.saturating_sub(height / 2).min(most);
    let shown: Vec<Line<'_>> = lines.into_iter().skip(top).take(height).collect();
    frame.render_widget(Paragraph::new(shown), inner);
}

/// A row, on several lines if it is long.
fn row_lines(row: &ScreenRow, is_chosen: bool, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let mark = match (row.breaks, row.is_next) {
        (true, true) => "b>",
        (true, false) => "b ",
        (false, true) => "=>",
        (false, false) => "  ",
    };
    let number = row
        .number
        .map_or(String::new(), |number| number.to_string());
    let head = format!("{mark}{number:>4} ");
    let room = width.saturating_sub(head.len()).max(8);
    let mut style = Style::new();
    if row.is_next {
        style = theme.of(Color::Green).add_modifier(Modifier::BOLD);
    }
    if is_chosen {
        style = style.add_modifier(Modifier::REVERSED);
    }
    let number = if row.linked {
        theme.of(Color::Cyan)
    } else {
        theme.soft()
    };
    let head = Span::styled(
        head,
        if row.breaks {
            theme.of(Color::Red)
        } else {
            number
        },
    );
    let parts = wrapped(&row.text, room).into_iter();
    let lines = parts.enumerate().map(|(place, part)| {
        let head = match place {
            0 => head.clone(),
            _ => Span::raw(" ".repeat(7)),
        };
        Line::from(vec![head, Span::styled(part, style)])
    });
    lines.collect()
}

/// A text in parts of at most so many characters, parted behind commas or at blanks where that is possible.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest: Vec<char> = text.chars().collect();
    while rest.len() > room {
        let last = |wanted: char| {
            let at = rest[..room].iter().rposition(|letter| *letter == wanted);
            at.filter(|at| *at > room / 3).map(|at| at + 1)
        };
        let after = rest.split_off(last(',').or_else(|| last(' ')).unwrap_or(room));
        parts.push(rest.into_iter().collect());
        let blanks = after.iter().take_while(|letter| **letter == ' ').count();
        rest = [' ', ' ']
            .into_iter()
            .chain(after.into_iter().skip(blanks))
            .collect();
    }
    parts.push(rest.into_iter().collect());
    parts
}

fn registers(frame: &mut Frame<'_>, area: Rect, ui: &Ui, theme: Theme) {
    let block = block("registers", ui, Pane::Registers, theme);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (name, value) in &ui.screen.watches {
        let name = Span::styled(format!("{name} = "), theme.of(Color::Yellow));
        lines.push(Line::from(vec![name, Span::raw(value.as_str())]));
    }
    for group in &ui.screen.groups {
        lines.push(Line::styled(group.name, theme.of(Color::Cyan)));
        for row in &group.rows {
            let style = if row.changed {
                theme.of(Color::Green).add_modifier(Modifier::BOLD)
            } else {
                Style::new()
            };
            let mark = if row.changed { '*' } else { ' ' };
            let text = format!("{mark}{:<12} {}", row.name, row.value);
            let names = Span::styled(format!("  {}", row.variables), theme.soft());
            lines.push(Line::from(vec![Span::styled(text, style), names]));
        }
    }
    // Below source and machine code there is room for two columns.
    let columns = if inner.width >= TWO_COLUMNS { 2 } else { 1 };
    let areas = Layout::horizontal(vec![Constraint::Fill(1); columns]).split(inner);
    let mut lines = lines.into_iter().skip(ui.scrolled);
    for area in areas.iter() {
        let shown: Vec<Line<'_>> = lines.by_ref().take(area.height.into()).collect();
        frame.render_widget(Paragraph::new(shown), *area);
    }
}

/// The command that is typed, or the most needed keys.
fn prompt(frame: &mut Frame<'_>, area: Rect, ui: &Ui, theme: Theme) {
    let Some(typed) = &ui.typed else {
        let keys = "s step, S back, n line, c run, b break, w watch, : command, ? keys, q quit";
        frame.render_widget(Line::styled(keys, theme.soft()), area);
        return;
    };
    let line = format!(":{typed}");
    let column = line
        .chars()
        .count()
        .min(usize::from(area.width.saturating_sub(1)));
    frame.set_cursor_position((area.x + column as u16, area.y));
    frame.render_widget(Line::raw(line), area);
}

fn help(frame: &mut Frame<'_>, body: Rect) {
    let lines: Vec<Line<'_>> = KEYS
        .iter()
        .map(|(keys, what)| Line::raw(format!("{keys:<18} {what}")))
        .collect();
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 4;
    let height = lines.len() as u16 + 2;
    let area = body.centered(Constraint::Length(width), Constraint::Length(height));
    frame.render_widget(Clear, area);
    let block = Block::bordered()
        .title("keys")
        .padding(ratatui::widgets::Padding::horizontal(1));
    frame.render_widget(Paragraph::new(lines).block(block), area);
}
