// The reporters by name. Each is loaded when it is asked for: templates, XML and the like take longer to load than a search to start.
import type { DocumentOf } from '../../reporters/index.js'
import type { ReporterName } from '../../reporters/names.js'

export interface ReporterEntry {
  readonly says: string
  /** Stands alone on stdout. The others are lines for a person, or for the machine that runs the command. */
  readonly isDocument: boolean
  /** `null`: told as it comes. */
  readonly load: (() => Promise<DocumentOf>) | null
}

export const REPORTERS = {
  terminal: { says: 'timelines and a table, each result as it comes', isDocument: false, load: null },
  json: {
    says: 'one document with everything',
    isDocument: true,
    load: async () => (await import('../../reporters/json.js')).json,
  },
  junit: {
    says: 'XML for CI systems',
    isDocument: true,
    load: async () => (await import('../../reporters/junit.js')).junit,
  },
  html: {
    says: 'one page to look at, with arrows and steps; opens without a network',
    isDocument: true,
    load: async () => (await import('../../reporters/html/html.js')).html,
  },
  github: {
    says: "annotations on the subject's lines, in GitHub Actions",
    isDocument: false,
    load: async () => (await import('../../reporters/github.js')).github,
  },
  markdown: {
    says: 'a summary; appended to that of the step where GITHUB_STEP_SUMMARY is set',
    isDocument: false,
    load: async () => (await import('../../reporters/markdown.js')).markdown,
  },
} as const satisfies Record<ReporterName, ReporterEntry>
