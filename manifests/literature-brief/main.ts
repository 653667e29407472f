import { defineAgentApp } from '@svc/sdk/agent-app'
import type { Ctx } from '@svc/sdk/agent-app'
import { proposedByModel, proposedBySentences } from './proposals'
import type { Passage, Proposal } from './proposals'

interface Inputs {
  research_project_id: string
  question?: string
  claims: number
}

interface Project {
  title: string
  question: string | null
  sources: { source_id: string; characters: number | null }[]
  claims: { claim_id: string; text: string }[]
}

interface Made extends Proposal {
  claim_id: string
}

export default defineAgentApp<Inputs>({
  async run(ctx) {
    const { research_project_id, claims: most } = ctx.inputs
    ctx.progress(0.05, 'Looking at the project')
    const project = await ctx.tools.call<Project>('research_project_get', { research_project_id })
    const question = ctx.inputs.question ?? project.question ?? project.title
    const { passages } = await ctx.tools.call<{ passages: Passage[] }>('research_sources_search', {
      research_project_id,
      query: question,
      limit: Math.min(most * 2, 40),
    })
    if (passages.length === 0)
      throw new Error(`No source of the project says anything about "${question}". Add sources with text first.`)
    ctx.log(`${passages.length} passages of ${new Set(passages.map(({ key }) => key)).size} sources`)

    ctx.progress(0.3, 'Reading them')
    const fromModel = await proposedByModel(ctx, { question, passages, most })
    const proposals = fromModel ?? proposedBySentences(passages, question, most)

    const made: Made[] = []
    let refused = 0
    for (const [index, proposal] of proposals.slice(0, most).entries()) {
      ctx.progress(0.5 + (0.4 * index) / proposals.length, 'Making claims')
      const claim = await claimed(ctx, project, proposal)
      if (claim) made.push(claim)
      else refused += 1
    }
    if (made.length === 0) throw new Error('None of the quotes stands in its source, so nothing is claimed.')

    ctx.progress(0.95, 'Writing the report')
    const title = `Brief: ${project.title}`
    const lines = made.map(({ text, claim_id, key, page }) => {
      const place = page === null ? '' : `, p. ${page}`
      return `- ${text} [[claim:${claim_id}]] [@${key}${place}].`
    })
    const report = await ctx.tools.call<{ report_id: string; lint: { ok: boolean } }>('research_report_write', {
      research_project_id,
      title,
      body: `# ${title}\n\n${question}\n\n${lines.join('\n')}\n`,
    })
    return {
      report_id: report.report_id,
      title,
      claims: made.map(({ claim_id, text, key }) => ({ claim_id, text, key })),
      refused,
      ok: report.lint.ok,
      by: fromModel ? 'agent' : 'extraction',
    }
  },
})

/** The claim, or the one of the project that says so already; null when its quote, corrected once, stands in no source. */
async function claimed(ctx: Ctx<Inputs>, { claims }: Project, proposal: Proposal): Promise<Made | null> {
  const known = claims.find(({ text }) => text === proposal.text)
  if (known) return { ...proposal, claim_id: known.claim_id }
  const { research_project_id } = ctx.inputs
  const { source_id, start, text } = proposal
  let { quote } = proposal
  for (const isLast of [false, true]) {
    try {
      const { claim_id } = await ctx.tools.call<{ claim_id: string }>('research_claim_add', {
        research_project_id,
        text,
        tags: ['literature-brief'],
        quotes: [{ source_id, quote, start }],
      })
      return { ...proposal, claim_id }
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (code !== 'quote_not_found' && code !== 'validation_error') throw error
      const nearest = /Nearest there: "([^]{12,})"$/.exec(message)?.[1]
      ctx.log.warn(
        `"${quote.slice(0, 80)}" is not in its source${isLast || !nearest ? '.' : '; the nearest passage is quoted.'}`,
      )
      if (nearest === undefined) return null
      quote = nearest
    }
  }
  return null
}
