/** The look of a report in HTML: for the screen, and for paper when it is printed. */
export const reportStyle = `
:root { --ink: #1f2933; --soft: #52606d; --faint: #7b8794; --line: #e4e7eb; --accent: #2f6fa7; --paper: #ffffff; --back: #f5f7fa; --warn: #9a5b13; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 54rem; margin: 2rem auto; padding: 3rem 3.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; }
header { padding-bottom: 1.5rem; border-bottom: 2px solid var(--accent); }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; letter-spacing: -0.015em; }
header .by { margin: 0.5rem 0 0; color: var(--soft); }
header .text { margin-top: 1.25rem; max-width: 42rem; }
nav ol { margin: 1.5rem 0 0; padding-left: 1.5rem; columns: 2; column-gap: 2rem; }
nav li { margin: 0.15rem 0; break-inside: avoid; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
section { margin-top: 3rem; }
h2 { margin: 0; font-size: 1.4rem; line-height: 1.3; }
h3 { margin: 2rem 0 0.5rem; font-size: 1rem; font-weight: 600; }
.about { margin: 0.25rem 0 1rem; color: var(--faint); font-size: 0.875rem; overflow-wrap: anywhere; }
.words { padding: 0.9rem 1.1rem; background: var(--back); border-left: 3px solid var(--accent); border-radius: 0 4px 4px 0; max-width: 44rem; }
.words p { margin: 0 0 0.6rem; }
.words p:last-child { margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; min-width: 50%; }
thead th { border-top: 1.5px solid var(--ink); border-bottom: 1px solid var(--ink); font-weight: 600; text-align: left; vertical-align: bottom; }
th, td { padding: 0.3rem 0.9rem 0.3rem 0; text-align: left; vertical-align: top; overflow-wrap: break-word; max-width: 22rem; }
th:last-child, td:last-child { padding-right: 0; }
tbody tr + tr td { border-top: 1px solid var(--line); }
tbody tr:last-child td { border-bottom: 1.5px solid var(--ink); }
.right { text-align: right; white-space: nowrap; }
thead th.right { white-space: normal; }
.more, .remarks { color: var(--soft); font-size: 0.875rem; }
.doubtful { color: var(--warn); font-weight: 600; }
figure { margin: 1.75rem 0 0; break-inside: avoid; }
figcaption { margin-bottom: 0.5rem; font-size: 1rem; font-weight: 600; }
figure svg { max-width: 100%; height: auto; }
details { margin-top: 1rem; }
summary { cursor: pointer; color: var(--accent); font-size: 0.875rem; }
pre { margin: 0.5rem 0 0; padding: 0.8rem 1rem; background: var(--back); border: 1px solid var(--line); border-radius: 4px; overflow-x: auto; font: 0.8rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--faint); font-size: 0.8rem; }
@media (max-width: 46rem) { main { margin: 0; padding: 1.5rem 1.25rem; border: 0; border-radius: 0; } nav ol { columns: 1; } }
@media print {
  @page { margin: 20mm 18mm; }
  body { background: none; font-size: 10.5pt; }
  main { max-width: none; margin: 0; padding: 0; border: 0; }
  thead { display: table-header-group; }
  tr, .words { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  details { display: none; }
}
`
