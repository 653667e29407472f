import type { Page } from './read-pages.ts'

/** Every route of the server, made from the OpenAPI document. */
const routesPage = 'docs/routes.md'
/** Says what was, also when it is no more. */
const changelog = 'CHANGELOG.md'

/** Routes that a page names and the server does not have. Paths that are cut short by `…` or end in `*` stand for several. */
export function checkRoutes(pages: readonly Page[]): string[] {
  const listed = pages.find(({ path }) => path === routesPage)?.text ?? ''
  const routes = [...listed.matchAll(/^\| `([A-Z]+ \S+?)`/gm)].map(([, route = '']) => patternOf(route))
  return pages
    .filter(({ path }) => path !== routesPage && path !== changelog && !path.startsWith('docs/decisions/'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) =>
        namedIn(line)
          .filter(named => !routes.some(route => route.test(named)))
          .map(named => `${path}:${index + 1}: there is no route ${named}`),
      ),
    )
}

function patternOf(route: string): RegExp {
  const literal = route.split(/\{\w+\}/).map(part => part.replace(/[.*+?^$()[\]\\|]/g, String.raw`\$&`))
  return new RegExp(`^${literal.join('[^/]+')}$`)
}

function namedIn(line: string): string[] {
  return [...line.matchAll(/\b(?:GET|POST|PUT|PATCH|DELETE) \/(?:api|v1)\/[^\s`?"'|)]*/g)]
    .map(([named]) => named.replace(/[.,;:]+$/, ''))
    .filter(named => !/[…*]/.test(named))
}
