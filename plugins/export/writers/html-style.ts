import type { PageSetup } from '../document/prepared-document.ts'

/** The look in HTML: for the screen, and for paper when it is printed. */
export function htmlStyle({ paper, orientation, marginMm }: PageSetup): string {
  return `
:root { --ink: #1f2933; --soft: #52606d; --faint: #616e7c; --line: #d9dee4; --accent: #2f6fa7; --paper: #ffffff; --back: #f5f7fa; --warn: #9a5b13; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: break-word; }
main { max-width: 54rem; margin: 2rem auto; padding: 3rem 3.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; letter-spacing: -0.015em; }
h2 { margin: 0; font-size: 1.4rem; line-height: 1.3; }
h3, h4, h5, h6 { margin: 2rem 0 0.5rem; font-size: 1.05rem; font-weight: 600; line-height: 1.35; }
header { margin-bottom: 2.5rem; padding-bottom: 1.5rem; border-bottom: 2px solid var(--accent); }
header .by { margin: 0.5rem 0 0; color: var(--soft); }
.cover p { margin: 0.4rem 0 0; }
.cover h1 { margin-top: 1rem; font-size: 2.4rem; }
.cover .subtitle { color: var(--soft); font-size: 1.25rem; }
.cover .organisation { color: var(--accent); font-weight: 600; letter-spacing: 0.02em; }
.cover .authors { margin-top: 1.2rem; font-size: 1.05rem; }
.cover .classification { display: inline-block; margin: 0 0 1rem; padding: 0.1rem 0.7rem; border: 1.5px solid var(--warn); border-radius: 3px; color: var(--warn); font-weight: 600; }
.cover .logo img { width: auto; height: auto; max-width: 14rem; max-height: 5rem; }
.cover dl { margin: 1.5rem 0 0; }
.cover dl div { display: grid; grid-template-columns: 9rem 1fr; gap: 1rem; padding: 0.25rem 0; border-top: 1px solid var(--line); }
.cover dt { color: var(--faint); }
.cover dd { margin: 0; }
.cover .abstract { margin-top: 1.5rem; max-width: 42rem; }
nav { margin-bottom: 2.5rem; }
nav ol { margin: 0.75rem 0 0; padding-left: 1.5rem; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
section + section { margin-top: 3.5rem; }
.about { margin: 0.25rem 0 1rem; color: var(--faint); font-size: 0.875rem; overflow-wrap: anywhere; }
.note { padding: 0.9rem 1.1rem; background: var(--back); border-left: 3px solid var(--accent); border-radius: 0 4px 4px 0; }
.note + .note { margin-top: -1em; padding-top: 0; }
.small, .more, .footnotes { color: var(--soft); font-size: 0.875rem; }
.warning { color: var(--warn); }
.item { margin: 0; }
li > ul, li > ol { margin: 0; }
.reference { padding-left: 2rem; text-indent: -2rem; }
.footnotes { margin-top: 2rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
blockquote { margin: 1rem 0; padding: 0 1.1rem; border-left: 3px solid var(--line); color: var(--soft); }
code { font: 0.875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 1rem 0; padding: 0.8rem 1rem; background: var(--back); border: 1px solid var(--line); border-radius: 4px; overflow-x: auto; }
details { margin-top: 1rem; }
summary { cursor: pointer; color: var(--accent); font-size: 0.875rem; }
footer { margin-top: 3.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--faint); font-size: 0.8rem; overflow-wrap: anywhere; }
footer p { margin: 0.2rem 0; }
hr { margin: 2rem 0; border: 0; border-top: 1px solid var(--line); }
.wide { margin: 1.25rem 0; overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; min-width: 50%; }
caption { padding-bottom: 0.5rem; font-size: 1rem; font-weight: 600; text-align: left; }
thead th { border-top: 1.5px solid var(--ink); border-bottom: 1px solid var(--ink); font-weight: 600; text-align: left; vertical-align: bottom; }
th, td { padding: 0.3rem 0.9rem 0.3rem 0; text-align: left; vertical-align: top; overflow-wrap: break-word; max-width: 22rem; }
th:last-child, td:last-child { padding-right: 0; }
tbody tr + tr td { border-top: 1px solid var(--line); }
tbody tr:last-child td { border-bottom: 1.5px solid var(--ink); }
td.right { text-align: right; white-space: nowrap; }
th.right { text-align: right; }
figure { margin: 1.75rem 0 0; break-inside: avoid; }
figcaption { margin-bottom: 0.5rem; font-size: 1rem; font-weight: 600; }
figure svg, figure img { max-width: 100%; height: auto; }
.signatures { margin-top: 4rem; }
.signatures .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr)); gap: 1rem 3rem; }
.signatory { break-inside: avoid; }
.signatory p { margin: 0.4rem 0 0; }
.sign-here { height: 4.5rem; border-bottom: 1px solid var(--ink); }
.place { margin-right: 1rem; color: var(--soft); font-size: 0.875rem; }
.blank { display: inline-block; width: 6rem; border-bottom: 1px solid var(--faint); }
@media (max-width: 46rem) { main { margin: 0; padding: 1.5rem 1.25rem; border: 0; border-radius: 0; } }
@media print {
  @page { size: ${paper === 'a4' ? 'A4' : 'letter'} ${orientation}; margin: ${marginMm}mm; }
  body { background: none; font-size: 10.5pt; }
  main { max-width: none; margin: 0; padding: 0; border: 0; }
  .cover { min-height: 90vh; break-after: page; border-bottom: 0; }
  details { display: none; }
  .page-break { break-after: page; }
  thead { display: table-header-group; }
  tr, .note, .signatory { break-inside: avoid; }
  h2, h3, h4, h5, h6 { break-after: avoid; }
}
`
}
