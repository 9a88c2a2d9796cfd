import type { AnswerItem } from '@desk/schema/assistant/answer'
import { alertPath, alertText, type Alert } from '@desk/schema/alerts/alert'
import { ALERT_KINDS, AlertKind } from '@desk/schema/alerts/alert-kinds'
import { AskedInstant, Id } from '@desk/schema/ids/ids'
import { STATUS_CODES, STATUS_LABELS, StatusCode } from '@desk/schema/statuses/status'
import type { Project } from '@desk/schema/projects/project'
import { Effect, Schema } from 'effect'
import { deskTool, ToolRefusal } from './tool.ts'

const LINES_MAX = 20
const byPerson = 'An alert is of a user: an API key has none.'

const projectItem = ({
  pm_proj_ud,
  pm_proj_name,
  pm_proj_rep_num,
  statusid,
  out_of_field_date,
}: Project): AnswerItem => ({
  title: pm_proj_name,
  detail: `${pm_proj_rep_num} · ${STATUS_LABELS[statusid]}${out_of_field_date === null ? '' : ' · out of field'}`,
  at: out_of_field_date,
  link: `/projects/${pm_proj_ud}`,
  figures: [],
})

const alertItem = (alert: Alert): AnswerItem => ({
  title: alert.place_name,
  detail: [alertText(alert.kind, alert.facts), alert.pm_proj_name].filter(part => part !== null).join(' · '),
  at: alert.began_at,
  link: alertPath(alert),
  figures: [],
})

/** The alerts of one kind: those that are open, or those that began in a time. */
export const listAlerts = deskTool('list_alerts', {
  description:
    'The alerts of the caller of one kind, such as sources behind pace or with hash errors: those that are open now, or those that began in a time.',
  fields: {
    kind: AlertKind,
    project_id: Schema.optionalKey(Id),
    from: Schema.optionalKey(AskedInstant),
    until: Schema.optionalKey(AskedInstant),
  },
  run: Effect.fn('Assistant.listAlerts')(function* ({ kind, project_id: project, from, until }, { calls, caller }) {
    if (caller.apiKey !== undefined) return yield* new ToolRefusal({ message: byPerson })
    const isOfNow = from === undefined && until === undefined
    const { alerts } = yield* calls.alerts.list({
      query: {
        kind,
        limit: LINES_MAX,
        ...(isOfNow ? { state: 'open' as const } : {}),
        ...(project === undefined ? {} : { project }),
        ...(from === undefined ? {} : { from }),
        ...(until === undefined ? {} : { until }),
      },
    })
    const { label } = ALERT_KINDS[kind]
    return {
      summary: `${alerts.length} alerts`,
      link: `/alerts?kind=${kind}`,
      parts:
        alerts.length === 0
          ? [{ kind: 'text' as const, text: `No alert “${label}” ${isOfNow ? 'is open' : 'began in this time'}.` }]
          : [{ kind: 'list' as const, items: alerts.map(alertItem), has_more: alerts.length === LINES_MAX }],
      hasFreeText: true,
    }
  }),
})

/** Things that wait for a user: the caller's open alerts, and auto-paused projects. */
export const needsAttention = deskTool('needs_attention', {
  description: 'Lists what needs attention now: the open alerts of the caller, and projects that the desk has paused.',
  fields: {},
  run: Effect.fn('Assistant.needsAttention')(function* (_none, { calls, caller }) {
    // alerts are a person's: a key has none
    const { alerts } =
      caller.apiKey === undefined
        ? yield* calls.alerts.list({ query: { state: 'open', limit: LINES_MAX } })
        : { alerts: [] }
    const paused = yield* calls.projects.list({ query: { status: STATUS_CODES.autoPaused, limit: LINES_MAX } })
    const items = [...alerts.map(alertItem), ...paused.map(projectItem)]
    return {
      summary: items.length === 0 ? 'Nothing' : `${items.length} things`,
      link: '/alerts',
      parts:
        items.length === 0
          ? [
              {
                kind: 'text' as const,
                text: 'Nothing needs attention: no alert is open, and no project is auto-paused.',
              },
            ]
          : [{ kind: 'list' as const, items, has_more: alerts.length === LINES_MAX || paused.length === LINES_MAX }],
      hasFreeText: true,
    }
  }),
})

/** The projects of a status, as the project list has them. */
export const listProjects = deskTool('list_projects', {
  description: 'Projects by status: 1 live, 2 paused, 3 draft, 4 complete, 5 cancelled, 6 auto-paused.',
  fields: { statusid: StatusCode, search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))) },
  run: ({ statusid, search }, { calls }) =>
    Effect.map(
      calls.projects.list({
        query: { status: statusid, limit: LINES_MAX + 1, ...(search === undefined ? {} : { search }) },
      }),
      projects => ({
        summary: `${Math.min(projects.length, LINES_MAX)} projects`,
        link: `/projects?status=${statusid}`,
        parts:
          projects.length === 0
            ? [{ kind: 'text' as const, text: `No project is ${STATUS_LABELS[statusid]}.` }]
            : [
                {
                  kind: 'list' as const,
                  items: projects.slice(0, LINES_MAX).map(projectItem),
                  has_more: projects.length > LINES_MAX,
                },
              ],
        hasFreeText: true,
      }),
    ),
})
