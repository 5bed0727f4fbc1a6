//! A table as a JSON document, and back.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::build::{Equity, Method};
use super::chain::BATCHES;
use super::table::{EquityTable, ONE};

/// Version of the document's format.
const FORMAT: u64 = 1;

impl Equity {
    /// The document: what the table was made from, then its numbers. Parts of [`ONE`] are whole numbers.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "equity": FORMAT,
            "version": crate::VERSION,
            "game": self.game,
            "reference": self.reference,
            "rounds": self.rounds,
            "batches": BATCHES,
            "method": self.method.name(),
            "target": self.table.limit() + 1,
            "leads": self.table.leads(),
            "unit": ONE,
            "blake3": self.table.digest(),
            "chances": self.table.chances(),
            "standard_errors": self.errors,
        })
    }

    /// Reads the document back; `None` if it is none of this version, or does not hold together.
    #[must_use]
    pub fn from_json(document: &Value) -> Option<Equity> {
        let whole = |key: &str| document.get(key)?.as_u64();
        let list = |key: &str| document.get(key)?.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>();
        let known = whole("equity")? == FORMAT
            && document.get("version")? == crate::VERSION
            && whole("unit")? == ONE as u64
            && whole("batches")? == BATCHES as u64;
        let limit = u16::try_from(whole("target")?.checked_sub(1)?).ok()?;
        let leads = usize::try_from(whole("leads")?).ok()?;
        let chances = list("chances")?.into_iter().map(|chance| i32::try_from(chance).ok()).collect::<Option<_>>()?;
        let errors: Vec<u32> =
            list("standard_errors")?.into_iter().map(|e| u32::try_from(e).ok()).collect::<Option<_>>()?;
        let table = EquityTable::new(limit, leads, chances)?;
        let sound =
            known && errors.len() == table.chances().len() && document.get("blake3")? == table.digest().as_str();
        let game: Map<String, Value> = document.get("game")?.as_object()?.clone();
        sound.then_some(Equity {
            table: Arc::new(table),
            errors,
            method: Method::named(document.get("method")?.as_str()?)?,
            rounds: u32::try_from(whole("rounds")?).ok()?,
            game,
            reference: document.get("reference")?.clone(),
        })
    }

    /// Whether it was made from this ([`Recipe::identity`](super::Recipe::identity)).
    #[must_use]
    pub fn is_made_from(&self, identity: &Value) -> bool {
        *identity
            == json!({
                "version": crate::VERSION,
                "game": self.game,
                "reference": self.reference,
                "rounds": self.rounds,
            })
    }
}
