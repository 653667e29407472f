import { ForbiddenError, NotFoundError, UpstreamError } from '@svc/plugin'
import type { Models } from '@svc/plugin/contracts/models'
import { describe, expect, it } from 'vitest'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { Choices } from './choices.ts'

const ada = testPrincipal()

function choicesWhere(error: Error): Choices {
  const models: Pick<Models, 'resolve'> = { resolve: () => Promise.reject(error) }
  return new Choices({
    models: models as Models,
    tools: undefined,
    apps: undefined,
    signal: new AbortController().signal,
  })
}

describe('the model of a conversation', () => {
  it('is refused by name when there is none like it', async () => {
    const refused = choicesWhere(new NotFoundError('Ask for another.')).checkModel(ada, 'gpt-99')
    await expect(refused).rejects.toMatchObject({
      status: 400,
      errors: [{ path: '/model', message: 'names "gpt-99", which is no model here: Ask for another.' }],
    })
  })

  it('is refused to a key that may not ask it', async () => {
    const error = new ForbiddenError('model_not_allowed', 'This key may not.')
    await expect(choicesWhere(error).checkModel(ada, 'gpt-99')).rejects.toBe(error)
  })

  it('is taken while its provider cannot be asked', async () => {
    await expect(choicesWhere(new UpstreamError('down')).checkModel(ada, 'gpt-99')).resolves.toBeUndefined()
  })
})
