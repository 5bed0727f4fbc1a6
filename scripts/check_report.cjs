// Looks at pages in a browser; called by scripts/check-report.
//
//   node check_report.cjs BROWSER PICTURES PAGE...
"use strict";
const path = require("node:path");
const { chromium } = require("playwright-core");

const [executablePath, pictures, ...pages] = process.argv.slice(2);
const WIDTHS = [1280, 390];
const SCHEMES = ["light", "dark"];
// Figures that a result must have beside those of all results, by the name of its folder: how their titles begin.
const EXPECTED = {
  tournament: ["Ratings", "Win share of the row against the column"],
  seats: ["Ratings", "Win share of the row in line-ups with the column"],
  many: ["Ratings", "Win share of the row against the column"],
  gauntlet: ["Ratings", "Win share of greedy against each of the others"],
  equity: ["fives-and-threes to 31: chance to win the match"],
};

// Runs in the page: everything that is wrong with it.
function inspect([width, expected]) {
  const wrong = [];
  document.querySelectorAll("details").forEach((part) => (part.open = true));
  const scrolls = (element) => element.closest(".scroll") !== null;
  if (document.documentElement.scrollWidth > width) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const element of document.querySelectorAll("body *:not(svg *)")) {
    const box = element.getBoundingClientRect();
    if (!scrolls(element) && box.width > 0 && (box.right > width + 1 || box.left < -1)) {
      wrong.push(`<${element.tagName}> reaches from ${box.left} to ${box.right}`);
    }
  }
  const figures = [...document.querySelectorAll("figure")];
  if (figures.length < 4) wrong.push(`only ${figures.length} figures`);
  // Rows of dots: every dot level with its label and its number, and all rows of a panel on one axis.
  for (const row of document.querySelectorAll(".dot:not(.axis):not(.none)")) {
    const middle = (element) => {
      const box = element.getBoundingClientRect();
      return (box.top + box.bottom) / 2;
    };
    const circle = row.querySelector("circle");
    const parts = [row.querySelector(".label"), row.querySelector(".value")].filter((part) => part.textContent);
    if (circle && circle.getBoundingClientRect().width > 0 && parts.some((part) => Math.abs(middle(part) - middle(circle)) > 2)) {
      wrong.push(`the dot of "${row.textContent.trim()}" is not level with its label`);
    }
  }
  for (const panel of document.querySelectorAll(".panel")) {
    const widths = [...panel.querySelectorAll("svg")].map((svg) => Math.round(svg.getBoundingClientRect().width));
    if (widths.length > 0 && Math.max(...widths) - Math.min(...widths) > 1) wrong.push(`a panel's rows have several axes: ${[...new Set(widths)]}`);
  }
  // Sorting and filtering.
  const table = document.querySelector("table.sortable");
  if (table && table.tBodies[0].rows.length > 1) {
    const head = table.tHead.rows[0].cells[1];
    head.click();
    const values = [...table.tBodies[0].rows].map((row) => row.cells[1].dataset.v).filter((value) => value !== undefined).map(Number);
    if (values.some((value, place) => place > 0 && value > values[place - 1])) wrong.push("the table is not sorted");
    if (head.getAttribute("aria-sort") !== "descending") wrong.push("the heading does not say how the table is sorted");
  }
  const chooser = document.querySelector(".filters select[name=lineup]");
  if (chooser && chooser.options.length > 2) {
    chooser.value = chooser.options[1].value;
    chooser.dispatchEvent(new Event("change"));
    const shown = [...document.querySelectorAll("main tr[data-lineup]")].filter((row) => !row.hidden);
    if (shown.length === 0 || shown.some((row) => row.dataset.lineup !== chooser.value)) wrong.push("the filter by line-up does not filter");
    chooser.value = "";
    chooser.dispatchEvent(new Event("change"));
  }
  for (const figure of figures.filter((figure) => !figure.matches(".dots, .effects"))) {
    const title = figure.querySelector("figcaption")?.textContent ?? "";
    const picture = figure.querySelector("[role=img]");
    // A cross table is two pictures: the labels of its rows, which stay, and its fields.
    const svgs = [...figure.querySelectorAll("svg")];
    const frames = svgs.map((svg) => svg.getBoundingClientRect());
    const wide = frames.reduce((sum, frame) => sum + frame.width, 0);
    if (!(wide > 200 && frames.every((frame) => frame.height > 40))) wrong.push(`${title}: no picture`);
    if (!svgs.some((svg) => svg.querySelector("circle, rect, polyline"))) wrong.push(`${title}: nothing is drawn`);
    svgs.forEach((svg, place) => {
      const frame = frames[place];
      for (const text of svg.querySelectorAll("text")) {
        const box = text.getBoundingClientRect();
        const out = box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2;
        if (out) wrong.push(`${title}: "${text.textContent.trim()}" leaves the picture`);
        if (parseFloat(getComputedStyle(text).fontSize) * (frame.width / svg.viewBox.baseVal.width) < 9) {
          wrong.push(`${title}: "${text.textContent.trim()}" is too small to read`);
        }
      }
    });
    const scroll = figure.querySelector(".scroll");
    if (scroll) {
      scroll.scrollLeft = scroll.scrollWidth;
      const left = scroll.getBoundingClientRect().left;
      if (Math.abs(svgs[0].getBoundingClientRect().left - left) > 1) wrong.push(`${title}: the labels are scrolled away`);
      scroll.scrollLeft = 0;
    }
  }
  for (const start of expected) {
    if (!figures.some((figure) => figure.querySelector("figcaption")?.textContent.startsWith(start))) wrong.push(`no figure "${start}"`);
  }
  // Contrast of all text with what is behind it, as WCAG 2.1 measures it.
  const channels = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = channels(colour).map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const paper = luminance(getComputedStyle(document.body).backgroundColor);
  const seen = new Set();
  for (const element of document.querySelectorAll("p, li, td, th, dd, dt, a, h1, h2, h3, summary, figcaption, svg text")) {
    const style = getComputedStyle(element);
    if (!(element instanceof SVGElement)) {
      seen.add(`${style.color}|${paper}`);
      continue;
    }
    // What a number in a heat map stands on is the last field drawn there.
    const box = element.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const fields = element.closest(".heat, .pictures") ? [...element.ownerSVGElement.querySelectorAll("rect")] : [];
    const field = fields.findLast((rect) => {
      const area = rect.getBoundingClientRect();
      return area.left <= x && x <= area.right && area.top <= y && y <= area.bottom;
    });
    seen.add(`${style.fill}|${field ? luminance(getComputedStyle(field).fill) : paper}`);
  }
  for (const pair of seen) {
    const [colour, behind] = pair.split("|");
    const found = contrast(luminance(colour), Number(behind));
    if (found < 3) wrong.push(`text in ${colour} has a contrast of ${found.toFixed(1)}`);
  }
  for (const field of ["h2", "main", "table", "pre"]) if (!document.querySelector(field)) wrong.push(`no <${field}>`);
  return { wrong, figures: figures.length, paper };
}

async function main() {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  let failed = 0;
  for (const file of pages) {
    const name = path.basename(path.dirname(file));
    const papers = [];
    let figures = 0;
    const wrong = [];
    for (const colorScheme of SCHEMES) {
      for (const width of WIDTHS) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
        page.on("console", (message) => wrong.push(`console: ${message.text()}`));
        page.on("pageerror", (error) => wrong.push(`error: ${error}`));
        page.on("request", (request) => {
          if (!/^(file|data):/.test(request.url()) || (request.url().startsWith("file:") && !request.url().endsWith("/report.html"))) {
            wrong.push(`asks for ${request.url()}`);
          }
        });
        await page.goto(`file://${path.resolve(file)}`);
        await page.screenshot({ path: path.join(pictures, `${name}-${width}-${colorScheme}.png`) });
        const found = await page.evaluate(inspect, [width, EXPECTED[name] ?? []]);
        wrong.push(...found.wrong.map((text) => `${width} ${colorScheme}: ${text}`));
        figures = found.figures;
        papers.push([colorScheme, found.paper]);
        await page.screenshot({ path: path.join(pictures, `${name}-${width}-${colorScheme}-whole.png`), fullPage: true });
        await page.close();
      }
    }
    if (!papers.every(([scheme, paper]) => (scheme === "dark") === paper < 0.2)) wrong.push("light and dark look the same");
    console.log(`${wrong.length === 0 ? "ok" : "FAILED"} ${name}: ${figures} figures`);
    for (const text of wrong.slice(0, 20)) console.log(`   ${text}`);
    failed += wrong.length === 0 ? 0 : 1;
  }
  await browser.close();
  process.exitCode = failed === 0 && pages.length > 0 ? 0 : 1;
}

main();
