// Looks at pages in a browser; called by scripts/check-report.
//
//   node check_report.cjs BROWSER PICTURES PAGE...
"use strict";
const path = require("node:path");
const { chromium } = require("playwright-core");

const [executablePath, pictures, ...pages] = process.argv.slice(2);
const WIDTHS = [1280, 390];
const SCHEMES = ["light", "dark"];

// Runs in the page: everything that is wrong with it.
function inspect(width) {
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
  for (const figure of figures) {
    const title = figure.querySelector("figcaption")?.textContent ?? "";
    const picture = figure.querySelector("[role=img]");
    const svg = figure.querySelector("svg");
    if (!title) wrong.push("a figure without a title");
    if (!(picture?.getAttribute("aria-label")?.length > title.length + 20)) wrong.push(`${title}: no text alternative`);
    const frame = svg?.getBoundingClientRect();
    if (!(frame?.width > 200 && frame?.height > 40)) wrong.push(`${title}: no picture`);
    if (!frame) continue;
    const marks = svg.querySelectorAll("circle, rect, polyline");
    if (marks.length === 0) wrong.push(`${title}: nothing is drawn`);
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      const out = box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2;
      if (out) wrong.push(`${title}: "${text.textContent.trim()}" leaves the picture`);
      if (parseFloat(getComputedStyle(text).fontSize) * (frame.width / svg.viewBox.baseVal.width) < 9) {
        wrong.push(`${title}: "${text.textContent.trim()}" is too small to read`);
      }
    }
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
  for (const element of document.querySelectorAll("p, li, td, th, dd, dt, a, h1, h2, h3, summary, figcaption, section:not(.heat) svg text, .group svg text")) {
    const style = getComputedStyle(element);
    seen.add(element instanceof SVGElement ? style.fill : style.color);
  }
  for (const colour of seen) {
    const found = contrast(luminance(colour), paper);
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
        const found = await page.evaluate(inspect, width);
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
