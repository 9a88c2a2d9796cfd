import { sql, type Kysely } from 'kysely'

const [SURVEY, SOURCE] = [2, 3]

/** Places of a target are held for respondents in progress, where a source or a survey says so (docs/decisions/0088). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `-- 1 none, 2 expected, 3 one for one
       alter table source add column hold_places smallint not null default 1 check (hold_places between 1 and 3);
       alter table survey add column hold_places smallint not null default 1 check (hold_places between 1 and 3);

       create function door_hold_places_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select case wanted_scope
           when ${SURVEY} then (select jsonb_build_object('hold_places', y.hold_places) from survey y where y.account_id = account and y.survey_id = wanted and y.hold_places > 1)
           when ${SOURCE} then (select jsonb_build_object('hold_places', s.hold_places) from source s where s.account_id = account and s.source_id = wanted and s.hold_places > 1)
         end
       $$;
       alter function door_config_of(int, int, int) rename to door_config_without_hold_places;
       create function door_config_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select door_config_without_hold_places(account, wanted_scope, wanted) || coalesce(door_hold_places_of(account, wanted_scope, wanted), '{}')
       $$;`,
    )
    .execute(db)
}
