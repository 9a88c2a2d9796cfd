import { Schema } from 'effect'

/** The counts beside the names of the views of /projects (docs/decisions/0097). */
export const ProjectViews = Schema.Struct({
  /** Items of Today. */
  today: Schema.Int,
  projects: Schema.Int,
  /** Sources that are live, in a live survey of a live project. */
  live_sources: Schema.Int,
})
export type ProjectViews = typeof ProjectViews.Type
