import { existsSync, readdirSync } from 'node:fs'

const mains = ['main.ts', 'main.js']

/** The programs that may be started as children: every `…-host` below `folder`, by name; from the sources or as they were built. */
export function programsIn(folder: URL): Record<string, URL> {
  const names = readdirSync(folder).filter(name => name.endsWith('-host'))
  return Object.fromEntries(
    names.flatMap(name => {
      const found = mains.map(main => new URL(`${name}/${main}`, folder)).find(url => existsSync(url))
      return found === undefined ? [] : [[name, found] as const]
    }),
  )
}
