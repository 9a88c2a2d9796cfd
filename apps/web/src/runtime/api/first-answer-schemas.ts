import { BusinessUnit } from '@desk/schema/accounts/business-unit'
import { ProjectFigures, ProjectTotals, SurveyFigures } from '@desk/schema/figures/figures'
import { CodeItem, ConsultantOption, TimeZoneItem } from '@desk/schema/lookups/lookups'
import { Project } from '@desk/schema/projects/project'
import { CurrentUser } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import type { AnswerOf, EndpointKey } from './endpoints.ts'

// written by scripts/write-endpoint-table.ts from packages/api, whose own code is no part of the first load (docs/decisions/0007)
/** The schemas of the answers that the first screens wait for (first-calls.ts). */
export const FIRST_ANSWER_SCHEMAS = {
  'session.check': CurrentUser,
  'businessUnits.list': Schema.Array(BusinessUnit),
  'projects.list': Schema.Array(Project),
  'projects.totals': ProjectTotals,
  'projects.figures': Schema.Union([Schema.Array(SurveyFigures), Schema.Array(ProjectFigures)]),
  'lookups.consultants': Schema.Array(ConsultantOption),
  'lookups.statuses': Schema.Array(CodeItem),
  'lookups.codes': Schema.Array(Schema.Union([TimeZoneItem, CodeItem])),
} satisfies { readonly [K in EndpointKey]?: Schema.ConstraintCodec<AnswerOf<K>, unknown> }
