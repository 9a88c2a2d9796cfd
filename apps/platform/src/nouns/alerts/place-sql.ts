import { sql } from 'kysely'

/** Where an alert `a` is, by name: of a source with its survey and id, since sources of one name are common. @see PLACES */
export const PLACE_NAME = sql`coalesce(s.name || ' (' || y.name || ', ' || s.source_id || ')', y.name, p.name, a.facts ->> 'webhook')`

/** Project `p`, survey `y` and source `s` of an alert `a`; of a project's, neither survey nor source, and of an account's nothing. */
export const PLACES = sql`
  left join project p on p.account_id = a.account_id and p.project_id = a.project_id
  left join source s on a.scope = 'source' and s.account_id = a.account_id and s.source_id = a.place_id
  left join survey y on y.account_id = a.account_id and y.survey_id = a.survey_id`
