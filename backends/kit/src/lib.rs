//! backends/kit
