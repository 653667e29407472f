import { createRequire } from 'node:module'
import { relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

const { resolve } = createRequire(import.meta.url)

describe('package exports', () => {
  it.each([
    '@svc/plugin/src/errors.ts',
    '@svc/plugin/core/egress',
    '@svc/plugin/dist/index.js',
    '@svc/sdk/src/types.ts',
  ])('refuse the planted import of %s', specifier => {
    expect(() => resolve(specifier)).toThrow(expect.objectContaining({ code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' }))
  })

  it.each([
    ['@svc/plugin', 'sdk/plugin/src/index.ts'],
    ['@svc/plugin/contracts/tools', 'sdk/plugin/src/contracts/tools.ts'],
    ['@svc/plugin/library/closest-word', 'sdk/plugin/src/library/closest-word.ts'],
    ['@svc/plugin/testing', 'sdk/plugin/src/testing/index.ts'],
    ['@svc/sdk/agent-app', 'sdk/typescript/src/agent-app/index.ts'],
    ['@svc/sdk/types', 'sdk/typescript/src/types.ts'],
  ])('lead %s to its source inside the repository', (specifier, file) => {
    expect(relative(repositoryRoot, resolve(specifier))).toBe(file)
  })

  it('do not let the kernel be imported as a package', () => {
    expect(() => resolve('svc/kernel/index.ts')).toThrow(expect.objectContaining({ code: 'MODULE_NOT_FOUND' }))
  })
})
