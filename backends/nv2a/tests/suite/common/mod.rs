//! Reads the vector files: JSON with hexadecimal words.

use serde_json::Value;

pub(crate) type Words = [u32; 4];

pub(crate) fn load(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let value: Value = serde_json::from_str(&text).unwrap();
    value["vectors"].as_array().unwrap().clone()
}

pub(crate) fn hex(value: &Value) -> u32 {
    u32::from_str_radix(value.as_str().unwrap(), 16).unwrap()
}

pub(crate) fn lanes(value: &Value) -> [u32; 4] {
    let Some(list) = value.as_array() else {
        return [hex(value); 4];
    };
    std::array::from_fn(|lane| hex(&list[lane.min(list.len() - 1)]))
}

pub(crate) fn words(value: &Value) -> Vec<Words> {
    let list = value.as_array().unwrap();
    if list.first().is_some_and(Value::is_string) {
        return vec![lanes(value)];
    }
    list.iter().map(lanes).collect()
}

pub(crate) fn name(value: &Value) -> &str {
    value["name"].as_str().unwrap()
}
