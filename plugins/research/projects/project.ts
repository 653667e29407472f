/** A question, what was read on it, what is claimed and what is written. */
export interface Project {
  research_project_id: string
  title: string
  question: string | null
  description: string | null
  tags: string[]
  /** The citation style and the locale of its reports, where these name none. */
  style: string
  locale: string
  /** `problems`: claims that are broken or contradicted. */
  counts: { sources: number; claims: number; reports: number; problems: number }
  created_at: string
  updated_at: string
}

export interface NewProject {
  title: string
  question?: string | null | undefined
  description?: string | null | undefined
  tags?: readonly string[] | undefined
  style?: string | undefined
  locale?: string | undefined
}

export const locales = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'nl-NL'] as const
