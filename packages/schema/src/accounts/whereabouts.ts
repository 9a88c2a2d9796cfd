import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'

/** The kinds of object that have a page of their own, which a link can open. */
export const LinkedKind = Schema.Literals(['project', 'survey', 'source', 'supplier', 'qualification'])
export type LinkedKind = typeof LinkedKind.Type

/** The account of the caller, other than the present one, that holds an object. */
export const Whereabouts = Schema.Struct({ pm_dsh_ud: Id, dashboard_name: Schema.String })
export type Whereabouts = typeof Whereabouts.Type
