import type { AppProblem, SourceFolder } from '@svc/plugin/contracts/sandbox'
import { problemIn } from './manifest-text.ts'
import type { ManifestText } from './manifest-text.ts'

const maxBytes = 16 * 1024

/** The icon that a manifest names, or the folder's icon.svg, as a `data:` URL. */
export function iconOf(
  source: SourceFolder,
  named: string | undefined,
): { icon: string | null; problems: (text: ManifestText) => AppProblem[] } {
  const none = () => []
  if (named !== undefined && !named.endsWith('.svg')) return { icon: named, problems: none }
  const bytes = source.files.get(named ?? 'icon.svg')
  if (bytes !== undefined && bytes.length <= maxBytes) {
    return { icon: `data:image/svg+xml;base64,${Buffer.from(bytes).toString('base64')}`, problems: none }
  }
  if (named === undefined) return { icon: null, problems: none }
  const message =
    bytes === undefined
      ? `there is no file ${named} in this folder. Add it, or name one that is there.`
      : `${named} has more than ${maxBytes} bytes. Make it smaller.`
  return { icon: null, problems: text => [problemIn(text, ['icon'], message)] }
}
