//! retroshade
