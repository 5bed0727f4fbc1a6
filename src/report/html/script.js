// Sorts tables by a click on a heading, and filters by line-up and figure. The page says everything without it.
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const sort = () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => {
        const cell = row.cells[column];
        return cell.dataset.v === undefined ? (column ? -Infinity : cell.textContent) : Number(cell.dataset.v);
      };
      const order = (a, b) => (typeof a === "number" ? a - b : String(b).localeCompare(String(a)));
      [...body.rows].sort((a, b) => order(key(a), key(b)) * (down ? -1 : 1)).forEach((row) => body.append(row));
    };
    head.tabIndex = 0;
    head.addEventListener("click", sort);
    head.addEventListener("keydown", (event) => event.key === "Enter" && sort());
  });
}
const bar = document.querySelector(".filters");
if (bar) {
  const chosen = {};
  const apply = () => {
    for (const element of document.querySelectorAll("main [data-lineup], main [data-figure]")) {
      element.hidden = Object.entries(chosen).some(([key, value]) => value && key in element.dataset && element.dataset[key] !== value);
    }
  };
  for (const select of bar.querySelectorAll("select")) {
    const key = select.name;
    const values = new Map();
    document.querySelectorAll(`main [data-${key}]`).forEach((element) => {
      const text = key === "figure" && element.matches("th") ? element.textContent : element.dataset[key];
      if (element.dataset[key] && (key !== "figure" || element.matches("th"))) values.set(element.dataset[key], text);
    });
    for (const [value, text] of values) select.add(new Option(text, value));
    select.parentElement.hidden = values.size < 2;
    select.addEventListener("change", () => {
      chosen[key] = select.value;
      apply();
    });
  }
  bar.hidden = false;
}
// A link to the rules of a variant opens them.
const reveal = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target && target.matches("details")) target.open = true;
};
addEventListener("hashchange", reveal);
reveal();
