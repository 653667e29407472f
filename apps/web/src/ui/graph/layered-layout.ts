import type { DrawnEdge, Point } from './arrows.tsx'

export interface LayeredEdge {
  from: string
  to: string
}

export interface LayeredDrawing {
  width: number
  height: number
  /** The left upper corner of each node. */
  places: Map<string, Point>
  edges: DrawnEdge[]
}

export const nodeSize = { width: 192, height: 56 }
const gap = { between: 16, layers: 56 }
/** An edge over several layers keeps a lane of its own in those between. */
const laneHeight = 8
const sweeps = 6
const lanes = 5

interface Slot {
  id: string
  layer: number
  height: number
  y: number
}

/** A graph from left to right: each node to the right of all that lead to it. */
export function layeredLayout(ids: readonly string[], edges: readonly LayeredEdge[]): LayeredDrawing {
  const known = new Set(ids)
  const drawn = forward(
    ids,
    edges.filter(({ from, to }) => known.has(from) && known.has(to) && from !== to),
  )
  const layerOf = layersOf(ids, drawn)
  const slots = new Map<string, Slot>()
  for (const id of ids) slots.set(id, { id, layer: layerOf.get(id)!, height: nodeSize.height, y: 0 })
  const chains = drawn.map(edge => chainOf(edge, slots))
  const steps = chains.flatMap(chain => chain.slice(1).map((to, index): LayeredEdge => ({ from: chain[index]!, to })))
  const layers = ordered([...slots.values()], steps)
  place(layers, steps, slots)
  const x = (layer: number): number => layer * (nodeSize.width + gap.layers)
  const ys = [...slots.values()].map(({ y }) => y)
  const top = Math.min(0, ...ys)
  const middle = ({ y, height }: Slot): number => y - top + height / 2
  return {
    width: x(layers.length - 1) + nodeSize.width,
    height: Math.max(0, ...[...slots.values()].map(({ y, height }) => y + height)) - top,
    places: new Map(ids.map(id => [id, [x(layerOf.get(id)!), slots.get(id)!.y - top]])),
    edges: chains.map(chain => ({
      points: pointsOf(
        chain.map(id => slots.get(id)!),
        x,
        middle,
        layers,
      ),
      hasHead: true,
      isDashed: false,
    })),
  }
}

/** Without the edges that would close a ring. */
function forward(ids: readonly string[], edges: readonly LayeredEdge[]): LayeredEdge[] {
  const out = Map.groupBy(edges, ({ from }) => from)
  const state = new Map<string, 'open' | 'done'>()
  const kept: LayeredEdge[] = []
  for (const root of ids) {
    if (state.has(root)) continue
    // A list instead of a recursion, which would be as deep as the longest chain.
    const path = [{ id: root, left: [...(out.get(root) ?? [])] }]
    state.set(root, 'open')
    while (path.length > 0) {
      const { id, left } = path.at(-1)!
      const next = left.pop()
      if (next === undefined) {
        state.set(id, 'done')
        path.pop()
        continue
      }
      if (state.get(next.to) === 'open') continue
      kept.push(next)
      if (state.has(next.to)) continue
      state.set(next.to, 'open')
      path.push({ id: next.to, left: [...(out.get(next.to) ?? [])] })
    }
  }
  return kept
}

/** The longest way to each node. */
function layersOf(ids: readonly string[], edges: readonly LayeredEdge[]): Map<string, number> {
  const out = Map.groupBy(edges, ({ from }) => from)
  const left = new Map(ids.map(id => [id, 0]))
  for (const { to } of edges) left.set(to, (left.get(to) ?? 0) + 1)
  const layers = new Map(ids.map(id => [id, 0]))
  const ready = ids.filter(id => left.get(id) === 0)
  for (let id = ready.pop(); id !== undefined; id = ready.pop())
    for (const { to } of out.get(id) ?? []) {
      layers.set(to, Math.max(layers.get(to)!, layers.get(id)! + 1))
      left.set(to, left.get(to)! - 1)
      if (left.get(to) === 0) ready.push(to)
    }
  return layers
}

/** The slots that an edge passes: its ends, and a lane in each layer between. */
function chainOf({ from, to }: LayeredEdge, slots: Map<string, Slot>): string[] {
  const chain = [from]
  for (let layer = slots.get(from)!.layer + 1; layer < slots.get(to)!.layer; layer += 1) {
    const id = `${from} ${to} ${layer}`
    slots.set(id, { id, layer, height: laneHeight, y: 0 })
    chain.push(id)
  }
  return [...chain, to]
}

/** The slots of each layer, in an order in which few edges cross: each goes towards the mean place of its neighbours. */
function ordered(slots: readonly Slot[], steps: readonly LayeredEdge[]): Slot[][] {
  const layers: Slot[][] = []
  for (const slot of slots) (layers[slot.layer] ??= []).push(slot)
  const before = Map.groupBy(steps, ({ to }) => to)
  const after = Map.groupBy(steps, ({ from }) => from)
  const at = new Map<string, number>()
  for (const layer of layers) for (const [index, { id }] of layer.entries()) at.set(id, index)
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const isDown = sweep % 2 === 0
    const neighbours = ({ id }: Slot): string[] =>
      isDown ? (before.get(id) ?? []).map(({ from }) => from) : (after.get(id) ?? []).map(({ to }) => to)
    for (const layer of isDown ? layers : layers.toReversed()) {
      const wanted = new Map(
        layer.map(slot => [slot, mean(neighbours(slot).map(id => at.get(id)!)) ?? at.get(slot.id)!]),
      )
      layer.sort((a, b) => wanted.get(a)! - wanted.get(b)!)
      for (const [index, { id }] of layer.entries()) at.set(id, index)
    }
  }
  return layers
}

/** Each slot beside the middle of its neighbours, as far as those above it leave room. */
function place(layers: readonly Slot[][], steps: readonly LayeredEdge[], slots: ReadonlyMap<string, Slot>): void {
  const near = new Map<string, string[]>()
  for (const { from, to } of steps) {
    near.set(from, [...(near.get(from) ?? []), to])
    near.set(to, [...(near.get(to) ?? []), from])
  }
  for (const layer of layers) stack(layer, () => 0)
  for (let sweep = 0; sweep < sweeps; sweep += 1)
    for (const layer of sweep % 2 === 0 ? layers : layers.toReversed())
      stack(layer, ({ id, height, y }) => {
        const middles = (near.get(id) ?? []).map(each => slots.get(each)!.y + slots.get(each)!.height / 2)
        return (mean(middles) ?? y + height / 2) - height / 2
      })
}

/** In their order, at the height wanted or below the slot before; then all of them by as much as they came too low. */
function stack(layer: readonly Slot[], wanted: (slot: Slot) => number): void {
  let free = Number.NEGATIVE_INFINITY
  let low = 0
  const asked = layer.map(wanted)
  for (const [index, slot] of layer.entries()) {
    slot.y = Math.max(asked[index]!, free)
    low += slot.y - asked[index]!
    free = slot.y + slot.height + gap.between
  }
  const shift = low / layer.length
  for (const slot of layer) slot.y -= shift
}

/** Across in the gap before each layer, in a lane that edges of one node share. */
function pointsOf(
  chain: readonly Slot[],
  x: (layer: number) => number,
  middle: (slot: Slot) => number,
  layers: readonly Slot[][],
): Point[] {
  const first = chain[0]!
  const points: Point[] = [[x(first.layer) + nodeSize.width, middle(first)]]
  for (const [index, slot] of chain.slice(1).entries()) {
    const from = chain[index]!
    const lane = 12 + (layers[from.layer]!.indexOf(from) % lanes) * 7
    const across = x(slot.layer) - gap.layers + lane
    points.push([across, middle(from)], [across, middle(slot)])
  }
  const last = chain.at(-1)!
  points.push([x(last.layer), middle(last)])
  return points.filter(([px, py], index) => index === 0 || px !== points[index - 1]![0] || py !== points[index - 1]![1])
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
