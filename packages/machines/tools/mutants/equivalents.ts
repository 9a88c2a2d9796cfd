interface Equivalent {
  readonly machine: string
  /** Mutants by their name. */
  readonly names: readonly string[]
  /** Why no sequence of events distinguishes them from the machine. */
  readonly why: string
}

/**
 * Equivalent mutants: they behave like the machine, so no test can notice them. Each says why. The charts keep the parts that
 * they drop, which later transitions may need.
 */
export const EQUIVALENTS: readonly Equivalent[] = [
  {
    machine: 'session',
    names: [
      'starting ▸ app.started #1 [startsOnLogoutWithToken] ▸ signedOut.resting: forgetUser (#8) dropped',
      'starting ▸ app.started #2 [startsOnLogout] ▸ signedOut.resting: forgetUser (#3) dropped',
    ],
    why: 'a page that starts knows no user yet',
  },
  {
    machine: 'session',
    names: [
      'signedIn.rechecking ▸ session.checkFailed #2 [isLatestCallOnPublicPage] ▸ signedOut.resting: noteFailure (#5) dropped',
      'signedIn.rechecking ▸ session.checkFailed #3 [isLatestCall] ▸ signedOut.resting: noteFailure (#5) dropped',
    ],
    why: 'a call without an answer went the way before it: here it notes false, as forgetUser has done',
  },
  {
    machine: 'session',
    names: [
      'expired ▸ location.changed #1 [goesToLogout] ▸ signedOut.resting: forgetUser (#2) dropped',
      'expired ▸ session.startedInOtherTab #1 ▸ checking: forgetUser (#2) dropped',
    ],
    why: 'a session expires with its token and its user gone, and starts as expired without either',
  },
  {
    machine: 'session',
    names: [
      'mustChangePassword ▸ session.startedInOtherTab #1 ▸ checking: gainToken (#1) dropped',
      'mustEnrol ▸ session.startedInOtherTab #1 ▸ checking: gainToken (#1) dropped',
    ],
    why: 'these states have a token; what loses it leaves them',
  },
  {
    machine: 'session',
    names: ['assign keepAttempt: codeError kept', 'assign keepSignInError: codeError kept'],
    why: 'a code’s error remains while a code is asked for; sending one and giving up forget it',
  },
  {
    machine: 'status-change',
    names: ['assign turnAround: refusal kept', 'assign turnAround: conflict kept'],
    why: 'an accepted change has neither: keepVersion forgets the refusal, and no conflict is accepted',
  },
  {
    machine: 'feed',
    names: ['wanted', 'visible', 'frozen', 'lastHeardMs', 'freshAsOfMs', 'feedDelayMs', 'readNoFloor'].map(
      field => `assign hangUp: ${field} kept`,
    ),
    why: 'hanging up assigns the whole context, of which a lost socket changes the topics and the connection alone',
  },
  {
    machine: 'feed',
    names: [
      'anywhere ▸ network.lost #1 ▸ offline: passOn (#1) dropped',
      'live ▸ socket.disconnected #1 ▸ stale: passOn (#1) dropped',
      'resuming ▸ socket.disconnected #1 ▸ stale: passOn (#1) dropped',
    ],
    why: 'topics that rest ask for nothing',
  },
  {
    machine: 'feed',
    names: [
      'live ▸ socket.connected #1 [willBeCaughtUp] ▸ live: passOn (#1) dropped',
      'stale ▸ socket.connected #1 [willBeCaughtUp] ▸ live: passOn (#1) dropped',
    ],
    why: 'a connection catches up at once only while no topic is watched or the page is hidden, so that no topic asks',
  },
  {
    machine: 'feed',
    names: [
      'anywhere ▸ updates.freezeRequested #1 ▸ stays: passOn (#1) dropped',
      'offline ▸ feed.openRequested #1 ▸ connecting: passOn (#1) dropped',
      'live ▸ topic.refused #1 ▸ stays: passOn (#1) dropped',
      'resuming ▸ topic.refused #1 [willBeCaughtUp] ▸ live: passOn (#1) dropped',
      'resuming ▸ topic.refused #2 ▸ stays: passOn (#1) dropped',
    ],
    why: 'no topic asks for anything of these events',
  },
  {
    machine: 'topic',
    names: ['reading ▸ topic.snapshotReceived #5 ▸ stays: removed'],
    why: 'the transition of every state, which then takes the event, drops the snapshot too',
  },
  {
    machine: 'respondent',
    names: [
      'entered ▸ entry.refused #3 [isRefusal] ▸ noOpenQuota: guard always true',
      'inSurvey ▸ return.received #6 [isCode] ▸ invalidReturn: guard always true',
      'abandon ▸ return.received #6 [isCode] ▸ invalidReturn: guard always true',
    ],
    why: 'the event’s schema has no other code than those of the alternatives before it and this one',
  },
  {
    machine: 'completes-chart',
    names: ['assign open: windowStart kept', 'assign open: isLoading kept', 'assign open: error kept'],
    why: 'countRequest, which follows in every transition that opens, assigns them',
  },
  {
    machine: 'account-switch',
    names: ['assign keepRequest: tokenRef kept', 'assign keepError: tokenRef kept'],
    why: 'no token is held before the switch is accepted, nor after it was refused',
  },
  {
    machine: 'user-dialog',
    names: ['creating ▸ user.saveRequested #1 [maySave] ▸ saving: guard always true'],
    why: 'a user who may create may save a new one; only an existing user can be read-only',
  },
  {
    machine: 'user-dialog',
    names: [
      'assign keepCreate: user kept',
      'assign keepCreate: error kept',
      'assign keepCreate: hint kept',
      'assign keepEdit: error kept',
      'assign keepEdit: hint kept',
    ],
    why: 'a dialog opens from closed alone, which has no data',
  },
  {
    machine: 'user-dialog',
    names: ['assign keepRefusal: hint kept'],
    why: 'a call is asked for with error and hint forgotten',
  },
  {
    machine: 'form',
    names: ['assign keepSaved: errors kept', 'assign keepSaved: message kept'],
    why: 'asking to submit forgets both, and nothing brings one before the form is saved',
  },
  {
    machine: 'reconciliation',
    names: ['assign keepProject: progress kept', 'assign keepProject: fault kept'],
    why: 'the call that is counted next puts both back',
  },
  {
    machine: 'reconciliation',
    names: ['keepReopened', 'keepSubmission'].flatMap(assignment =>
      [
        'isKnownFile',
        'progress',
        'choice',
        'preview',
        'typedNumber',
        'order',
        'outdatedRows',
        'storedRows',
        'fault',
        'leavingTo',
      ].map(field => `assign ${assignment}: ${field} kept`),
    ),
    why: 'something is submitted or opened only where nothing is: opening a project or giving up has put it back, and a retrieval sets only its rows',
  },
  {
    machine: 'reconciliation',
    names: ['assign keepSubmission: reconciliationId kept'],
    why: 'there is no request where something is submitted',
  },
  {
    machine: 'act',
    names: ['assign forget: done kept', 'assign forget: failed kept', 'assign forget: message kept'],
    why: 'the attempt that is counted beside them puts them back',
  },
  {
    machine: 'reconciliation-undo',
    names: ['assign keepSubject: fault kept', 'assign forget: fault kept'],
    why: 'the call that is counted beside them puts it back',
  },
]
