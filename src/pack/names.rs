//! Names of outputs by a template: `{target}/{folder}/{stem}{defines}.{stage}.{ext}`.

use super::fault::fault;
use retroshade_diagnostics::Diagnostic;

/// Fills a template. A folder that is empty takes its slash along, so that no name begins with one.
///
/// # Errors
/// A placeholder that does not exist, a brace without its other, a name outside the folder of outputs.
pub(super) fn expand(template: &str, values: &[(&str, &str)]) -> Result<String, Diagnostic> {
    let wrong = |why: &str| fault(format!("names = `{template}`: {why}"));
    let mut name = String::new();
    let mut rest = template;
    while let Some((text, after)) = rest.split_once('{') {
        let (placeholder, behind) = after
            .split_once('}')
            .ok_or_else(|| wrong("a `{` is not closed"))?;
        let value = values.iter().find(|(known, _)| *known == placeholder);
        let Some((_, value)) = value else {
            let known: Vec<String> = values
                .iter()
                .map(|(name, _)| format!("{{{name}}}"))
                .collect();
            let why = format!("there is no `{{{placeholder}}}`");
            return Err(wrong(&why).with_help(format!("there are {}", known.join(", "))));
        };
        name.push_str(text);
        name.push_str(value);
        rest = behind;
    }
    name.push_str(rest);
    let parts: Vec<&str> = name.split('/').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() || parts.iter().any(|part| matches!(*part, "." | "..")) {
        return Err(wrong("the name leaves the folder of outputs"));
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled() {
        let values = [
            ("target", "lima"),
            ("folder", ""),
            ("stem", "cube"),
            ("ext", "mbs"),
        ];
        let expand = |template: &str| expand(template, &values).map_err(|fault| fault.message);
        assert_eq!(
            expand("{target}/{folder}/{stem}.{ext}").unwrap(),
            "lima/cube.mbs"
        );
        assert_eq!(expand("all/{stem}").unwrap(), "all/cube");
        assert!(
            expand("{name}")
                .unwrap_err()
                .contains("there is no `{name}`")
        );
        assert!(expand("{stem").unwrap_err().contains("not closed"));
        assert!(expand("../{stem}").unwrap_err().contains("leaves"));
        assert!(expand("{folder}").unwrap_err().contains("leaves"));
    }
}
