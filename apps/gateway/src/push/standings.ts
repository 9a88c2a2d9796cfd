import { Id, IsoInstant } from '@desk/schema/ids/ids'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import { StatusCode } from '@desk/schema/statuses/status'
import { Schema } from 'effect'

/** The status fields of every row of the spec's lists. */
const standingFields = {
  statusid: StatusCode,
  status_reason: Schema.NullOr(Schema.String),
  status_changed_by: Schema.NullOr(Schema.String),
  status_changed_at: IsoInstant,
  status_version: Schema.Int,
}
const StandingFields = Schema.Struct(standingFields)
export const ProjectStanding = Schema.Struct({ pm_proj_ud: Id, ...standingFields })
export const SurveyStanding = Schema.Struct({ pm_sy_ud: Id, pm_proj_ud: Id, ...standingFields })

/** The status of an object when it was read. */
export interface Standing extends Pick<StatusEvent, 'scope' | 'id' | 'pm_proj_ud' | 'pm_sy_ud'> {
  readonly fields: typeof StandingFields.Type
}

/** Remembers statuses, and turns changes since into the events that a feed would have sent. */
export class Standings {
  readonly #known = new Map<string, Standing>()

  eventsSince(standings: readonly Standing[]): StatusEvent[] {
    return standings.flatMap(standing => {
      const key = `${standing.scope}:${standing.id}`
      const before = this.#known.get(key)
      this.#known.set(key, standing)
      return before && standing.fields.status_version > before.fields.status_version
        ? [eventBetween(before, standing)]
        : []
    })
  }
}

function eventBetween(before: Standing, { scope, id, pm_proj_ud, pm_sy_ud, fields }: Standing): StatusEvent {
  return {
    scope,
    id,
    pm_proj_ud,
    pm_sy_ud,
    from: before.fields.statusid,
    to: fields.statusid,
    reason: fields.status_reason,
    note: null,
    by: fields.status_changed_by,
    by_uid: null,
    at: fields.status_changed_at,
    version: fields.status_version,
    command_id: null,
  }
}
