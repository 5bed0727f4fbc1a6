//! Results as files, documents and tables; all of it follows from the tallies and the resolved experiment.

pub mod document;
