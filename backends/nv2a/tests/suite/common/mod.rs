//! Reads the vector files: JSON with hexadecimal words.
#![allow(dead_code, reason = "each test binary uses a part of this")]
#![allow(unreachable_pub, reason = "a module of each test binary")]

use serde_json::Value;

pub type Words = [u32; 4];

pub fn load(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let value: Value = serde_json::from_str(&text).unwrap();
    value["vectors"].as_array().unwrap().clone()
}

pub fn hex(value: &Value) -> u32 {
    u32::from_str_radix(value.as_str().unwrap(), 16).unwrap()
}

pub fn lanes(value: &Value) -> [u32; 4] {
    let Some(list) = value.as_array() else {
        return [hex(value); 4];
    };
    std::array::from_fn(|lane| hex(&list[lane.min(list.len() - 1)]))
}

pub fn words(value: &Value) -> Vec<Words> {
    let list = value.as_array().unwrap();
    if list.first().is_some_and(Value::is_string) {
        return vec![lanes(value)];
    }
    list.iter().map(lanes).collect()
}

pub fn name(value: &Value) -> &str {
    value["name"].as_str().unwrap()
}
