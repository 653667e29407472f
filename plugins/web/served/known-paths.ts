import type { DeclaredPage } from '@svc/plugin'

/** Pages of the app that no plugin declares. `*` stands for one part of the address. */
const own = [
  '/',
  '/auth/login',
  '/auth/register',
  '/auth/setup',
  '/c/*',
  '/docs',
  '/docs/*',
  '/onboarding',
  '/research',
  '/settings',
].map(path => new RegExp(`^${path.replace('*', '[^/]+')}/?$`))

/** Whether the app has a page at this path. What plugins declare has everything below it, too. */
export function isKnownPath(path: string, declared: readonly Pick<DeclaredPage, 'path'>[]): boolean {
  if (own.some(pattern => pattern.test(path))) return true
  return declared.some(page => page.path !== '/' && (path === page.path || path.startsWith(`${page.path}/`)))
}

/** Addresses that older versions printed. A browser keeps what follows the `#`. */
const moved: Readonly<Record<string, string>> = { '/setup': '/auth/setup', '/chat': '/' }

/** Where the page is now; null: it did not move. */
export function movedTo(path: string): string | null {
  return moved[path] ?? null
}
