import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'

/** What has a page of its own, which a link leads to. */
export const LinkedKind = Schema.Literals(['project', 'survey', 'source', 'supplier', 'qualification'])
export type LinkedKind = typeof LinkedKind.Type

/** The other account of the caller's that something is in. */
export const Whereabouts = Schema.Struct({ pm_dsh_ud: Id, dashboard_name: Schema.String })
export type Whereabouts = typeof Whereabouts.Type
