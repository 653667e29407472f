import { isLive } from '../interpreter/frame.ts'
import type { Frame } from '../interpreter/frame.ts'

/** The live frames at the top of a run, each with its live children; a fork also has those that have ended. */
export function treeOf(frames: readonly Frame[]): Frame[] {
  const byId = new Map(frames.map(frame => [frame.id, frame]))
  const top: Frame[] = []
  for (const frame of frames) {
    if (frame.parent_id === null) {
      if (isLive(frame)) top.push(frame)
      continue
    }
    const parent = byId.get(frame.parent_id)
    if (parent && (isLive(frame) || parent.kind === 'fork')) parent.children.push(frame)
  }
  return top
}
