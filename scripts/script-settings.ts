/** A variable that a command or a test reads; no server is set up by it. */
export interface ScriptSetting {
  readonly about: string
  readonly otherwise: string
  readonly readBy: string
}

/** The settings of the commands and the tests. */
export const SCRIPT_SETTINGS: Readonly<Record<string, ScriptSetting>> = {
  ADMIN_FIRSTNAME: {
    about: 'the first super admin’s, not asked for then',
    otherwise: 'asked for',
    readBy: '`pnpm desk create-admin`',
  },
  ADMIN_LASTNAME: { about: 'the same', otherwise: 'asked for', readBy: '`pnpm desk create-admin`' },
  ADMIN_USERNAME: { about: 'the same', otherwise: 'asked for', readBy: '`pnpm desk create-admin`' },
  ADMIN_PASSWORD: {
    about: 'the same; a shell may keep it in its history',
    otherwise: 'asked for',
    readBy: '`pnpm desk create-admin`',
  },
  DESK_BACKEND: {
    about: 'where the servers answer behind Vite',
    otherwise: '`http://127.0.0.1:4400`',
    readBy: '`pnpm dev`',
  },
  CHROMIUM: {
    about: 'the browser that browser tests and measurements open',
    otherwise: 'the system’s, else Debian’s package',
    readBy: '`pnpm test`, `pnpm bench`, `pnpm pictures`',
  },
  REDIS_SERVER: {
    about: 'the redis-server that tests start',
    otherwise: 'the system’s, else Debian’s package',
    readBy: '`pnpm test`',
  },
  HAPROXY: {
    about: 'the HAProxy that tests start',
    otherwise: 'the system’s, else Debian’s package',
    readBy: '`pnpm test`',
  },
  PATRONI: {
    about: 'the Patroni that the lane cluster starts',
    otherwise: 'the system’s, else Debian’s package',
    readBy: '`pnpm test`',
  },
  ETCD: {
    about: 'the etcd that the lane cluster starts',
    otherwise: 'the system’s, else Debian’s package',
    readBy: '`pnpm test`',
  },
  POSTGRES_15: {
    about: 'the postgres of PostgreSQL 15, beside its other programs, that the lane cluster starts',
    otherwise: 'the system’s, else Debian’s package',
    readBy: '`pnpm test`',
  },
  TEST_DATABASE_URL: {
    about: 'a PostgreSQL for the tests’ databases',
    otherwise: 'an embedded one of their own',
    readBy: '`pnpm test`',
  },
  DESK_WEB_ROOT: {
    about: 'the web build that browser tests open',
    otherwise: '`apps/web/dist`',
    readBy: '`pnpm test browser`',
  },
  DESK_TRACE: {
    about: '1: keeps a trace of each browser test that fails',
    otherwise: 'none is kept',
    readBy: '`pnpm test browser`',
  },
  FAULT_SEED: {
    about: 'sends the malformed packets and requests again that failed',
    otherwise: 'another one each time',
    readBy: '`pnpm test`',
  },
  BAD_INPUT: {
    about:
      '`all`: sends every malformed call of the contract; `sample`, as `pnpm test` sets it: one in twenty that a handler would begin with',
    otherwise: 'each call that a handler would begin with, and some of each kind of refusal',
    readBy: '`pnpm test db`',
  },
  FAULT_CLIENTS: {
    about: 'how many clients the gateway is restarted under',
    otherwise: '`1000`',
    readBy: '`pnpm test`',
  },
  FAULT_CASES: {
    about: 'how many malformed messages and requests are sent',
    otherwise: '`5000`',
    readBy: '`pnpm test`',
  },
  SEED: { about: 'the traffic of the live figures’ test', otherwise: '`20261120`', readBy: '`pnpm test db`' },
  LAW_SEED: {
    about: 'walks the laws’ random walks again that failed',
    otherwise: 'another one each time',
    readBy: '`pnpm test paths`',
  },
  RECORD_JOURNALS: {
    about: '1: browser tests leave their journals',
    otherwise: 'they do not',
    readBy: '`scripts/record-journals.ts`',
  },
  SIMULATE_SEED: {
    about: 'simulated respondents come again in the same order, for a desk whose database is new',
    otherwise: 'others at each start',
    readBy: '`pnpm start`',
  },
  BENCH_QUICK: { about: '1: a short measurement, for a look', otherwise: 'the whole one', readBy: '`pnpm bench`' },
}

/** Passed from one process of ours to another, and set by no operator. */
export const INNER_VARIABLES: ReadonlySet<string> = new Set([
  'SIMULATE_URL',
  'SIMULATE_LINK_URL',
  'SIMULATE_PER_MINUTE',
  'PATH',
  'FORCE_COLOR',
  'VITEST_POOL_ID',
  'VIEWERS',
])
