import { NotFoundError } from '@svc/plugin'
import type { CommandClient } from '@svc/plugin/contracts/cli'
import { everyItem } from '@svc/plugin/library/every-item'
import type { Project } from '../projects/project.ts'
import type { Report } from '../reports/report.ts'

export const projectsPath = '/api/research/projects'

type Client = Pick<CommandClient, 'request'>

/** The address of a project that is named by its id or its title. @throws NotFoundError */
export async function projectPath(client: Client, named: string): Promise<string> {
  if (/^rp_[0-9a-z]{26}$/.test(named)) return `${projectsPath}/${named}`
  const fitting = (await everyItem<Project>(client, projectsPath)).filter(({ title }) => title === named)
  const [first, second] = fitting
  if (first === undefined) throw new NotFoundError(`There is no research project "${named}".`)
  if (second !== undefined)
    throw new NotFoundError(`Several research projects are called "${named}". Name one by its id: rp_….`)
  return `${projectsPath}/${first.research_project_id}`
}

/** A report by its id, in whichever project it is. @throws NotFoundError */
export async function findReport(
  client: Client,
  reportId: string,
  project: string | undefined,
): Promise<{ report: Report; path: string }> {
  const paths =
    project === undefined
      ? (await everyItem<Project>(client, projectsPath)).map(each => `${projectsPath}/${each.research_project_id}`)
      : [await projectPath(client, project)]
  for (const path of paths) {
    try {
      const report = await client.request<Report>('GET', `${path}/reports/${encodeURIComponent(reportId)}`)
      return { report, path: `${path}/reports/${report.report_id}` }
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
    }
  }
  throw new NotFoundError(`There is no report ${reportId} in the research projects.`)
}
