import type { AnyStateMachine } from 'xstate'
import { SAMPLE_TOPIC } from '../samples/feed.samples.ts'
import { READY_SOURCE_FACTS } from '../samples/status.samples.ts'
import { SAMPLED, type SampledMachine } from '../samples/sampled.ts'
import { pathname } from '../../src/session/session.routes.ts'
import type { PathSource } from './walk.ts'

function source<M extends AnyStateMachine>(
  { machine, samplesAt }: SampledMachine<M>,
  more: Pick<PathSource<M>, 'placeOf' | 'titleOf' | 'isThorough'> = {},
): PathSource<M> {
  return { machine, samplesAt, ...more }
}

/** The sources of the paths of every machine, for each lane: pure, platform and browser. */
export const PATH_SOURCES = {
  session: source(SAMPLED.session, {
    placeOf: ({ context: { hasToken, user, path, signInError, codeError, isUnanswered, switchFlag } }) => [
      hasToken,
      user?.pm_dsh_ud,
      pathname(path),
      signInError,
      codeError,
      isUnanswered,
      switchFlag,
    ],
    titleOf: event => {
      switch (event.type) {
        case 'app.started':
          return `${event.type}(${event.path}, ${event.hasToken ? 'token' : 'no token'})`
        case 'session.confirmed':
          return `${event.type}(call ${event.callNo}, ${event.user.dashboard_name}${event.user.is_password_updated ? '' : ', password outdated'}${event.user.second_factor === 'required' ? ', second factor required' : ''}${event.switchFlag ? ', switched' : ''})`
        case 'location.changed':
          return `${event.type}(${event.path})`
        case 'session.checkFailed':
          return `${event.type}(call ${event.callNo}${event.isTransient ? ', no answer' : ''})`
        default:
          return 'callNo' in event
            ? `${event.type}(call ${event.callNo})`
            : 'attemptId' in event
              ? `${event.type}(${event.attemptId})`
              : event.type
      }
    },
  }),
  status: source(SAMPLED.status, {
    isThorough: true,
    titleOf: event => {
      // Object.entries forgets which facts there are.
      const facts = (Object.keys(READY_SOURCE_FACTS) as (keyof typeof READY_SOURCE_FACTS)[]).filter(
        key => event.facts[key] !== READY_SOURCE_FACTS[key],
      )
      const said = [
        ...(event.by === 'system' ? ['by the system'] : []),
        ...facts.map(key => `${key} ${event.facts[key]}`),
      ]
      return said.length === 0 ? event.type : `${event.type}(${said.join(', ')})`
    },
  }),
  'status-change': source(SAMPLED['status-change'], {
    placeOf: ({ context: { change, effects, note, commandId, echoed, conflict } }) => [
      change?.from,
      change?.to,
      effects !== null,
      note,
      commandId,
      echoed,
      conflict?.status,
    ],
    titleOf: event => {
      switch (event.type) {
        case 'status.changeRequested':
          return `${event.type}(${event.from} → ${event.to})`
        case 'status.changedElsewhere':
          return `${event.type}(${event.scope}, ${event.current.status}, version ${event.current.version})`
        case 'status.changeConflicted':
          return `${event.type}(${event.commandId}, ${event.current.status})`
        default:
          return 'commandId' in event
            ? `${event.type}(${event.commandId})`
            : 'scope' in event
              ? `${event.type}(${event.scope})`
              : event.type
      }
    },
  }),
  load: source(SAMPLED.load, { placeOf: ({ context: { subject, error } }) => [subject, error] }),
  feed: source(SAMPLED.feed, {
    placeOf: ({ context: { topics, wanted, connected, visible, frozen } }) => [
      wanted,
      connected,
      visible,
      frozen,
      'projects' in topics,
      topics[SAMPLE_TOPIC]?.value,
      topics[SAMPLE_TOPIC]?.context.shown,
      (topics[SAMPLE_TOPIC]?.context.held ?? 0) > 0,
    ],
  }),
  topic: source(SAMPLED.topic, {
    placeOf: ({ context: { epoch, position, shown, held, waiting, failures } }) => [
      epoch,
      position !== null,
      shown,
      held > 0,
      waiting > 0,
      Math.min(failures, 2),
    ],
  }),
  respondent: source(SAMPLED.respondent, { placeOf: ({ context }) => context }),
  'reconciliation-version': source(SAMPLED['reconciliation-version'], {
    placeOf: ({ context: { projectId, error } }) => [projectId, error],
    titleOf: event =>
      'callNo' in event
        ? `${event.type}(call ${event.callNo}${'rud' in event ? `, ${event.createdOn}, rud '${event.rud}'` : ''})`
        : 'projectId' in event
          ? `${event.type}(${event.projectId})`
          : event.type,
  }),
  reconciliation: source(SAMPLED.reconciliation, {
    // The user's choices and typed text make a difference only in a preview that is shown.
    placeOf: snapshot => {
      const { context } = snapshot
      const { projectId, preview, typedNumber, choice, leavingTo, fault, reconciliationId } = context
      const isShown = snapshot.matches({ previewed: 'current' })
      return [
        projectId,
        leavingTo !== null,
        fault?.reason,
        reconciliationId !== null,
        snapshot.matches('uploading') && [context.isKnownFile, context.progress !== null],
        // The next preview puts back the typed number, the order and the outdated rows.
        (['previewing', 'storing', 'outdated'] as const).some(state => snapshot.matches(state)) && [
          preview !== null,
          context.outdatedRows > 0,
          typedNumber !== '',
        ],
        isShown ? [preview?.digest, typedNumber] : null,
        snapshot.matches('previewed') ? Object.entries(choice).find(([, chosen]) => chosen.length > 0) : null,
      ]
    },
    titleOf: event => {
      if ('callNo' in event)
        return `${event.type}(call ${event.callNo}${'preview' in event ? `, ${event.preview.digest}` : 'reason' in event && event.reason !== null ? `, ${event.reason}` : ''})`
      if ('isTicked' in event)
        return `${event.type}(${'lines' in event ? event.lines.join(' ') : 'reason' in event ? event.reason : event.supplierId} ${event.isTicked ? 'on' : 'off'})`
      switch (event.type) {
        case 'reconciliation.opened':
          return `${event.type}(${event.projectId})`
        case 'reconciliation.submitted':
          return `${event.type}(${event.way})`
        case 'reconciliation.suggestionsConfirmed':
          return `${event.type}(${event.lines.join(' ')} ${event.isConfirmed ? 'right' : 'wrong'})`
        case 'reconciliation.storeRequested':
          return `${event.type}(${event.isAllOrNothing ? 'all or nothing' : 'the good rows'})`
        case 'reconciliation.numberTyped':
          return `${event.type}(${JSON.stringify(event.number)})`
        default:
          return event.type
      }
    },
  }),
  'reconciliation-undo': source(SAMPLED['reconciliation-undo'], {
    placeOf: ({ context: { subject, preview, outdatedRows, fault } }) => [
      subject?.reconciliationId,
      preview?.digest,
      outdatedRows,
      fault !== null,
    ],
    titleOf: event =>
      'callNo' in event
        ? `${event.type}(call ${event.callNo}${'digest' in event ? `, ${event.digest}` : ''})`
        : 'supplierId' in event
          ? `${event.type}(${event.reconciliationId}, ${event.supplierId === null ? 'all' : `supplier ${event.supplierId}`})`
          : 'typedNumber' in event
            ? `${event.type}(${JSON.stringify(event.typedNumber)})`
            : event.type,
  }),
  sidebar: source(SAMPLED.sidebar, { placeOf: ({ context }) => context }),
  'completes-chart': source(SAMPLED['completes-chart'], {
    placeOf: ({ context: { surveyId, windowEnds, windowStart, isLoading, error } }) => [
      surveyId,
      windowEnds.length > 0,
      windowStart !== null,
      isLoading,
      error,
    ],
  }),
  idle: source(SAMPLED.idle, { placeOf: ({ context }) => context.lastActivityMs }),
  'account-switch': source(SAMPLED['account-switch'], {
    placeOf: ({ context: { tokenRef, error } }) => [tokenRef, error],
  }),
  tabs: source(SAMPLED.tabs, {
    placeOf: ({ context: { session, theme, heard } }) => [session, theme, heard],
    titleOf: event => {
      const from = 'tabId' in event ? `${event.tabId} ${event.seq}` : ''
      const told =
        'theme' in event
          ? event.theme
          : 'session' in event
            ? event.session === null
              ? 'nobody'
              : `account ${event.session.pm_dsh_ud}`
            : 'asksForSession' in event && event.asksForSession
              ? 'asks'
              : ''
      const said = [from, told].filter(text => text !== '').join(', ')
      return said === '' ? event.type : `${event.type}(${said})`
    },
  }),
  'version-poll': source(SAMPLED['version-poll'], { placeOf: ({ context }) => context.buildDate }),
  'user-dialog': source(SAMPLED['user-dialog'], {
    placeOf: ({ context: { viewer, user, error } }) => [viewer?.uid, user?.uid, user?.role_id, error],
    titleOf: event => {
      if (event.type === 'userDialog.editRequested') return `${event.type}(${event.user.uid} by ${event.viewer.uid})`
      if ('callNo' in event)
        return `${event.type}(call ${event.callNo}${'status' in event ? `, status ${event.status}` : ''})`
      return event.type === 'user.saveRequested'
        ? `${event.type}(${event.isPasswordFilled ? 'password' : 'no password'})`
        : event.type
    },
  }),
  form: source(SAMPLED.form, {
    placeOf: ({ context: { values, filledSecrets, errors, message, draft, leavingTo } }) => [
      values,
      filledSecrets,
      errors,
      message,
      draft,
      leavingTo,
    ],
    titleOf: event => {
      if ('attemptNo' in event)
        return `${event.type}(attempt ${event.attemptNo}${'faults' in event ? `, ${event.faults.length} faults` : ''})`
      if ('field' in event)
        return `${event.type}(${event.field}${'value' in event ? ` ${JSON.stringify(event.value)}` : ''}${'message' in event ? `, ${event.message ?? 'good'}` : ''})`
      return 'form' in event
        ? `${event.type}(${event.form})`
        : event.type === 'form.leaveRequested'
          ? `${event.type}(${event.to ?? 'close'})`
          : event.type
    },
  }),
  act: source(SAMPLED.act, {
    placeOf: ({ context: { call, preview, key, isUndo, failed, canUndo } }) => [
      call,
      preview?.digest,
      key,
      isUndo,
      failed > 0,
      canUndo,
    ],
    titleOf: event => {
      if ('attemptNo' in event)
        return `${event.type}(attempt ${event.attemptNo}${'digest' in event ? `, ${event.digest}` : 'failed' in event ? `, ${event.failed} failed` : ''})`
      if ('key' in event) return `${event.type}(${event.key})`
      return 'call' in event ? `${event.type}(${event.call})` : event.type
    },
  }),
  menu: source(SAMPLED.menu, {
    placeOf: ({ context: { menu } }) => menu?.choices.length,
    titleOf: event => ('menu' in event ? `${event.type}(${event.menu.choices.length} choices)` : event.type),
  }),
  app: source(SAMPLED.app, { placeOf: ({ context }) => context }),
} as const
