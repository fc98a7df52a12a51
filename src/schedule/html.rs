//! A page with the picture of a program and the report.

use super::{Chart, escaped};

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { margin: 2em; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#fff, #14181f); \
color: light-dark(#1b2230, #dde3ec); }
h1 { font-size: 1.3em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 1.5em; }
dt { color: light-dark(#565f6e, #98a3b3); }
dd { margin: 0; }
.picture { overflow: auto; }
";

/// The page.
pub(super) fn page(chart: &Chart) -> String {
    let title = escaped(&chart.title);
    let facts = chart.facts().into_iter();
    let facts: String = facts
        .map(|(name, fact)| format!("<dt>{name}</dt><dd>{}</dd>\n", escaped(&fact)))
        .collect();
    let svg = chart.svg();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<dl>\n{facts}</dl>\n\
         <div class=\"picture\" tabindex=\"0\" role=\"group\" aria-label=\"Schedule\">\n{svg}</div>\n</body>\n</html>\n"
    )
}
