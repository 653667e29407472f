/** What every answer carries; routes that send pages replace the policy with their own. */
export function securityHeaders(publicUrl: string | null): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}
