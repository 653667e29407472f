import { quantile } from './judge.ts'
import type { Growth } from './judge.ts'
import type { SoakResult } from './soak.ts'

const width = 720
const height = 120
const points = 120

/** The report as a page of its own, with its curves. */
export function soakPage(result: SoakResult): string {
  const minutes = Math.round(result.lengthMs / 60_000)
  const done = [...result.done].map(([kind, count]) => `<tr><td>${text(kind)}<td>${count}`).join('\n')
  const trouble = result.trouble.map(({ at, what }) => `<li>${clock(at)} ${text(what)}`).join('\n')
  const faults = [...result.broken, ...result.surprises, ...result.leaks]
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A soak of ${minutes} minutes</title>
<style>body { font: 14px/20px sans-serif; max-width: 760px; margin: 24px auto; color: #18181b } td, th { padding: 2px 16px 2px 0; text-align: left }
svg { display: block } .bad { color: #b42318 } h2 { font-size: 16px } figcaption { color: #52525b }</style>
<h1>A soak of ${minutes} minutes</h1>
<p>${text(result.machine)}. Seed ${result.seed}.</p>
<h2>Promises</h2>
${faults.length === 0 ? '<p>None was broken.' : `<ul class="bad">${faults.map(fault => `<li>${text(fault)}`).join('\n')}</ul>`}
<h2>Refusals that the trouble does not explain</h2>
${refusals(result)}
<h2>From the second tenth to the last</h2>
<table><tr><th>what<th>second tenth<th>last tenth<th>ratio
${result.growths.map(growthRow).join('\n')}
</table>
<h2>Curves</h2>
${curves(result)}
<h2>Work done</h2>
<table>${done}</table>
<h2>Trouble</h2>
<ul>${trouble}</ul>
</html>
`
}

function refusals({ refusals: found }: SoakResult): string {
  if (found.size === 0) return '<p>None.'
  return `<ul class="bad">${[...found].map(([words, count]) => `<li>${count} × ${text(words)}`).join('\n')}</ul>`
}

function growthRow({ what, unit, second, last, ratio, within }: Growth): string {
  const mark = within ? '' : ' class="bad"'
  return `<tr${mark}><td>${text(what)}<td>${second.toFixed(1)} ${unit}<td>${last.toFixed(1)} ${unit}<td>${ratio.toFixed(2)}`
}

function curves({ samples, timings, lengthMs }: SoakResult): string {
  const held = [
    curve(
      'Memory of the server, MiB',
      samples.map(({ at, serverMb }) => [at, serverMb]),
      lengthMs,
    ),
    curve(
      'Memory of its children, MiB',
      samples.map(({ at, childrenMb }) => [at, childrenMb]),
      lengthMs,
    ),
    curve(
      'File descriptors',
      samples.map(({ at, descriptors }) => [at, descriptors]),
      lengthMs,
    ),
    curve(
      'Disk outside of data, MiB',
      samples.map(({ at, otherDiskMb }) => [at, otherDiskMb]),
      lengthMs,
    ),
  ]
  const kinds = Object.entries(Object.groupBy(timings, ({ kind }) => kind))
  const times = kinds.map(([kind, of = []]) => curve(`${kind}, p99, ms`, slowestByPoint(of, lengthMs), lengthMs))
  return [...held, ...times].join('\n')
}

/** The p99 of each of the points of a curve. */
function slowestByPoint(of: readonly { at: number; ms: number }[], lengthMs: number): [number, number][] {
  const byPoint = Object.groupBy(of, ({ at }) => String(Math.floor((at / lengthMs) * points)))
  return Object.entries(byPoint).map(([point, members = []]) => [
    ((Number(point) + 0.5) / points) * lengthMs,
    quantile(
      members.map(({ ms }) => ms),
      0.99,
    ),
  ])
}

function curve(title: string, values: readonly (readonly [number, number])[], lengthMs: number): string {
  const known = values.filter(([, value]) => Number.isFinite(value))
  const most = Math.max(1, ...known.map(([, value]) => value))
  const line = known
    .map(
      ([at, value]) => `${((at / lengthMs) * width).toFixed(1)},${(height - (value / most) * (height - 8)).toFixed(1)}`,
    )
    .join(' ')
  return `<figure><figcaption>${text(title)} (0 to ${most.toFixed(0)})</figcaption>
<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${text(title)}">
<path d="M0 ${height}H${width}" stroke="#8a8a96"/><polyline points="${line}" fill="none" stroke="#4f46c8" stroke-width="1.5"/></svg></figure>`
}

function clock(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
