//! backends/agal
