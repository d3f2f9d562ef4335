// Which reporters there are, by name: whoever reads what a person has asked for needs no more of them, and loads none.

export const REPORTER_NAMES = ['terminal', 'json', 'junit', 'html', 'github', 'markdown'] as const

export type ReporterName = (typeof REPORTER_NAMES)[number]
